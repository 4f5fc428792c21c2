//! Reading a file or a folder from the disk, without ever waiting for somebody else.

use crate::files::{FileFault, LARGEST_FILE};
use std::{
    fs::{self, OpenOptions},
    io::{self, ErrorKind, Read},
    path::Path,
    sync::Arc,
};

/// The bytes of a regular file.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, FileFault> {
    let unreadable = |error: io::Error| match error.kind() {
        ErrorKind::NotFound => FileFault::Missing,
        _ => FileFault::Unreadable {
            reason: error.to_string(),
        },
    };
    let mut options = OpenOptions::new();
    options.read(true);
    never_wait(&mut options);
    let file = options.open(path).map_err(unreadable)?;
    // Looked at again through the open file: it may have been replaced since.
    let metadata = file.metadata().map_err(unreadable)?;
    if !metadata.is_file() {
        return Err(FileFault::NotRegular);
    }
    let bytes = metadata.len();
    if bytes > LARGEST_FILE {
        return Err(FileFault::TooLarge { bytes });
    }
    let mut content = Vec::with_capacity(usize::try_from(bytes).unwrap_or_default());
    // One byte more than allowed tells a file that grows, or one under /proc that says it has 0 bytes.
    file.take(LARGEST_FILE + 1)
        .read_to_end(&mut content)
        .map_err(unreadable)?;
    let bytes = content.len() as u64;
    if bytes > LARGEST_FILE {
        return Err(FileFault::TooLarge { bytes });
    }
    Ok(content)
}

/// Opening a pipe that took the file's place must not wait for a writer: `O_NONBLOCK`, by its value in the
/// headers of each system.
#[cfg(unix)]
fn never_wait(options: &mut OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt;
    const O_NONBLOCK: Option<i32> = if cfg!(any(target_os = "linux", target_os = "android")) {
        if cfg!(any(target_arch = "x86_64", target_arch = "aarch64")) {
            Some(0o4000)
        } else {
            None
        }
    } else if cfg!(any(target_vendor = "apple", target_os = "freebsd")) {
        Some(0x4)
    } else {
        None
    };
    if let Some(flag) = O_NONBLOCK {
        options.custom_flags(flag);
    }
}

#[cfg(not(unix))]
fn never_wait(_: &mut OpenOptions) {}

/// The names in a folder in byte order; none when it may not be listed.
pub(super) fn names(folder: &Path) -> Arc<[String]> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort_unstable();
    names.into()
}

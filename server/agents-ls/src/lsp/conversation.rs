//! Starts the threads and reads what the client says until it says no more.

use super::{
    backend::Backend,
    client::{Client, Output},
    front::{Front, Phase},
    message::{self, Message},
    owner,
    service::{self, Options},
    shown::Shown,
    transport::{Frame, Frames},
};
use crate::{engine::Engine, trace};
use futures::{FutureExt, SinkExt, StreamExt, channel::oneshot, future::Either, sink::Sink};
use std::{
    io::{self, Read},
    pin::Pin,
    process::ExitCode,
    sync::{Arc, OnceLock, mpsc},
    task::{Context, Poll, Waker},
    thread,
    time::Duration,
};
use tokio::runtime::{Builder, Handle};
use tower::Service;
use tower_lsp_server::jsonrpc::{Request, Response};

/// How long the main thread may take to return after `exit`. It is late only when it is stuck in writing to
/// a client that does not read.
const GRACE: Duration = Duration::from_millis(30);

/// Serves one client over standard input and output. Returns when it says `exit` or closes the pipe.
pub(crate) fn serve(engine: Arc<dyn Engine>, options: Options) -> ExitCode {
    match try_serve(engine, options) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            tracing::error!(%error, "cannot serve");
            ExitCode::FAILURE
        }
    }
}

fn try_serve(engine: Arc<dyn Engine>, options: Options) -> io::Result<u8> {
    let runtime = Builder::new_current_thread().build()?;
    let output = Output::stdout()?;
    let (events, received) = mpsc::channel();
    let session = Arc::new(OnceLock::new());
    let handle = runtime.handle().clone();

    let shown = Arc::new(Shown::default());
    let mut client = None;
    let (service, socket) = service::service(options, |library| {
        let made = Client::new(output, library, handle.clone());
        client = Some(made.clone());
        Backend::new(
            Arc::clone(&engine),
            events.clone(),
            Arc::clone(&session),
            made,
            Arc::clone(&shown),
        )
    });
    let Some(client) = client else {
        return Err(io::Error::other("the library made no client"));
    };
    let (mut requests, answers) = socket.split();

    owner::start(engine, client.clone(), shown, events.clone(), received)?;
    let mut reader = Reader {
        front: Front::new(service, events, session),
        client: client.clone(),
        answers,
        runtime: handle,
    };
    let input = stdin()?;
    let (ended, end) = oneshot::channel();
    thread::Builder::new().name("reader".to_owned()).spawn(move || {
        let code = reader.read(Frames::new(input));
        // The main thread returns now, unless it is stuck.
        let _ = ended.send(code);
        thread::sleep(GRACE);
        std::process::exit(code.into());
    })?;

    runtime.block_on(async move {
        let forward = async move {
            while let Some(request) = requests.next().await {
                client.forward(&request);
            }
            std::future::pending::<()>().await;
        };
        match futures::future::select(end, forward.boxed()).await {
            Either::Left((code, _)) => Ok(code.unwrap_or(1)),
            Either::Right(_) => Ok(1),
        }
    })
}

/// Standard input, without a lock or a buffer in between.
fn stdin() -> io::Result<impl Read + Send> {
    #[cfg(unix)]
    return Ok(std::fs::File::from(
        std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned()?,
    ));
    #[cfg(not(unix))]
    return Ok(io::stdin());
}

struct Reader<S, A> {
    front: Front<S>,
    client: Client,
    answers: A,
    runtime: Handle,
}

impl<S, A> Reader<S, A>
where
    S: Service<Request, Response = Option<Response>>,
    S::Future: Send + 'static,
    S::Error: Send + 'static,
    A: Sink<Response> + Unpin,
{
    /// Reads to the end and returns the exit code.
    fn read(&mut self, mut frames: Frames<impl Read>) -> u8 {
        loop {
            match frames.next() {
                Ok(Some(Frame::Body(body))) => {
                    trace::received(&body);
                    match message::read(&body) {
                        Ok(Message::Request(request)) => self.request(request),
                        Ok(Message::Response(answer)) => self.answer(answer),
                        Err(unreadable) => {
                            self.front.unreadable(&body);
                            self.client.respond(&unreadable.answer);
                            if unreadable.not_json {
                                frames.reread(&body);
                            }
                        }
                    }
                }
                Ok(Some(Frame::Skipped(bytes))) => {
                    self.front.unreadable(&bytes);
                    self.client.respond(&message::parse_error("no readable header"));
                }
                Ok(None) => return self.front.phase().exit_code(),
                Err(error) => {
                    tracing::error!(%error, "cannot read from the client");
                    return 1;
                }
            }
            if let Phase::Exited { .. } = self.front.phase() {
                return self.front.phase().exit_code();
            }
        }
    }

    /// Handlers run up to their first wait here, in the order of arrival; so what they send to the owner
    /// gets there in that order. What is left of them waits on the main thread, where any number can: no
    /// request keeps another one, or its cancellation, from being read.
    fn request(&mut self, request: Request) {
        let mut answer = self.front.call(request);
        match answer.poll_unpin(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(Ok(Some(response))) => self.client.respond(&response),
            Poll::Ready(_) => {}
            Poll::Pending => {
                let client = self.client.clone();
                self.runtime.spawn(async move {
                    if let Ok(Some(response)) = answer.await {
                        client.respond(&response);
                    }
                });
            }
        }
    }

    fn answer(&mut self, answer: Response) {
        if Pin::new(&mut self.answers).start_send(answer).is_err() {
            tracing::debug!("an answer after the end");
        }
        // The library's sink only files the answer; there is nothing to wait for.
        drop(self.answers.flush().now_or_never());
    }
}

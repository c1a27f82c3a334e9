package io.cambric.examples.serve;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.cambric.errors.DataException;
import io.cambric.errors.UnavailableException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Routes on the HTTP server of the JDK, with a virtual thread for each request.
 *
 * <p>Failures become answers: 400 for content that is not as needed, 404, 405 and 413, 503 and 504
 * from {@link UnavailableException}, 500 for all others. Each is JSON with an {@code error}.
 *
 * <p>The end has an order: {@link #announceEnd}, {@link #closePort}, {@link #close}.
 */
final class HttpService implements AutoCloseable {

  /** An image in JSON has a few hundred bytes. */
  static final int MAX_BODY = 1 << 16;

  private static final Logger LOG = System.getLogger(HttpService.class.getName());

  private static final Duration GRACE = Duration.ofSeconds(10);

  /** Longer than any drain: {@link #close} ends the wait of the server. */
  private static final int LONG_SECONDS = 1_000_000;

  /** Connections that the system holds until they are accepted. */
  private static final int BACKLOG = 1024;

  private final HttpServer server;
  private final Map<Route, Handler> routes;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  /** Closes the port, and ends when all requests have their answers. */
  private final Thread stop;

  private final AtomicBoolean isPortClosed = new AtomicBoolean();
  private volatile boolean isEnding;

  static {
    // Read once by the server. Without the first, an answer waits 40 ms for an acknowledgement.
    setDefault("sun.net.httpserver.nodelay", "true");
    setDefault("sun.net.httpserver.maxIdleConnections", "1024");
    setDefault("sun.net.httpserver.maxReqTime", "30");
  }

  private static void setDefault(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  /** A method of HTTP and a path. */
  record Route(String method, String path) implements Comparable<Route> {

    @Override
    public int compareTo(Route other) {
      int byPath = path.compareTo(other.path);
      return byPath != 0 ? byPath : method.compareTo(other.method);
    }
  }

  /** The work of a route. */
  @FunctionalInterface
  interface Handler {

    /** {@return the answer to a body, which is empty without one} */
    Answer answer(String body) throws InterruptedException;
  }

  private HttpService(HttpServer server, Map<Route, Handler> routes) {
    this.server = server;
    this.routes = new TreeMap<>(routes);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    stop = Thread.ofVirtual().name("serve-stop").unstarted(() -> server.stop(LONG_SECONDS));
  }

  /**
   * {@return a service that answers}
   *
   * @param port 0 for a free one
   * @throws IOException if the port is in use
   */
  static HttpService start(String host, int port, Map<Route, Handler> routes) throws IOException {
    var service =
        new HttpService(HttpServer.create(new InetSocketAddress(host, port), BACKLOG), routes);
    service.server.start();
    return service;
  }

  int port() {
    return server.getAddress().getPort();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      send(exchange, answer(exchange));
    }
  }

  private Answer answer(HttpExchange exchange) throws IOException {
    try {
      var route = new Route(exchange.getRequestMethod(), exchange.getRequestURI().getPath());
      var handler = routes.get(route);
      return handler == null ? unknown(route) : withBody(exchange, handler);
    } catch (ModelFailure e) {
      LOG.log(Level.ERROR, "The model failed", e.getCause());
      return Answer.error(500, message(e));
    } catch (DataException e) {
      return Answer.error(400, message(e));
    } catch (UnavailableException e) {
      return switch (e.reason()) {
        case OVERLOADED -> Answer.error(503, message(e)).withHeader("Retry-After", "1");
        case CLOSED -> Answer.error(503, message(e));
        case TIMED_OUT -> Answer.error(504, message(e));
      };
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Answer.error(503, "The service is stopping. Send the request to another service.");
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "A request failed", e);
      return Answer.error(500, "The service failed; its log has the reason.");
    }
  }

  private static String message(RuntimeException e) {
    return Objects.requireNonNull(e.getMessage());
  }

  private Answer unknown(Route route) {
    var methods =
        routes.keySet().stream()
            .filter(each -> each.path().equals(route.path()))
            .map(Route::method)
            .toList();
    if (methods.isEmpty()) {
      var paths = routes.keySet().stream().map(Route::path).distinct().toList();
      return Answer.error(404, "There is no %s. Paths are %s.".formatted(route.path(), paths));
    }
    var allowed = String.join(", ", methods);
    return Answer.error(
            405, "%s needs %s, but got %s.".formatted(route.path(), allowed, route.method()))
        .withHeader("Allow", allowed);
  }

  private static Answer withBody(HttpExchange exchange, Handler handler)
      throws IOException, InterruptedException {
    byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY + 1);
    return body.length > MAX_BODY
        ? Answer.error(413, "A body must have at most %d bytes, but has more.".formatted(MAX_BODY))
        : handler.answer(new String(body, StandardCharsets.UTF_8));
  }

  private void send(HttpExchange exchange, Answer answer) throws IOException {
    byte[] body = answer.bytes();
    exchange.getResponseHeaders().set("Content-Type", answer.type());
    answer.headers().forEach(exchange.getResponseHeaders()::set);
    if (isEnding) {
      exchange.getResponseHeaders().set("Connection", "close");
    }
    boolean isHead = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(answer.status(), isHead ? -1 : body.length);
    if (!isHead) {
      exchange.getResponseBody().write(body);
    }
  }

  /** Lets each connection end with the answer that is next on it, so that no client reuses it. */
  void announceEnd() {
    isEnding = true;
  }

  /** Takes no connections any more, while requests that have come are answered. */
  void closePort() {
    if (isPortClosed.compareAndSet(false, true)) {
      stop.start();
    }
  }

  /**
   * Takes no connections any more, waits for the requests that have begun, and closes all
   * connections.
   *
   * @param grace the longest wait
   */
  void close(Duration grace) {
    announceEnd();
    closePort();
    try {
      if (!stop.join(grace)) {
        stop.interrupt();
        stop.join();
      }
    } catch (InterruptedException e) {
      stop.interrupt();
      Thread.currentThread().interrupt();
    }
    threads.shutdownNow();
  }

  /** Ends as {@link #close(Duration)} does, within ten seconds. */
  @Override
  public void close() {
    close(GRACE);
  }
}

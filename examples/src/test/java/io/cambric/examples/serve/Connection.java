package io.cambric.examples.serve;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A connection to a service that stays until one of the two closes it. It sends nothing twice, as
 * libraries do, so that a lost request shows; mutable, for one thread.
 */
final class Connection implements AutoCloseable {

  private final Socket socket;
  private final InputStream in;

  Connection(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream());
  }

  /**
   * An answer.
   *
   * @param closes whether it says that it is the last on its connection
   */
  record Received(int status, boolean closes, String body) {}

  Received get(String path) throws IOException {
    return send("GET", path, "");
  }

  Received post(String path, String body) throws IOException {
    return send("POST", path, body);
  }

  private Received send(String method, String path, String body) throws IOException {
    var request =
        "%s %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(method, path, body.length(), body);
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    int status = Integer.parseInt(line().split(" ", 3)[1]);
    boolean closes = false;
    int length = 0;
    for (var header = line(); !header.isEmpty(); header = line()) {
      closes |= header.equalsIgnoreCase("Connection: close");
      if (header.regionMatches(true, 0, "Content-Length:", 0, 15)) {
        length = Integer.parseInt(header.substring(15).strip());
      }
    }
    return new Received(status, closes, new String(in.readNBytes(length), StandardCharsets.UTF_8));
  }

  private String line() throws IOException {
    var line = new ByteArrayOutputStream();
    for (int each = in.read(); each != '\n'; each = in.read()) {
      if (each < 0) {
        throw new EOFException("the service has closed a connection without its answer");
      }
      if (each != '\r') {
        line.write(each);
      }
    }
    return line.toString(StandardCharsets.US_ASCII);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

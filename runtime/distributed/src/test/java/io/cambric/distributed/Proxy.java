package io.cambric.distributed;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A program between two processes, which carries the bytes of each connection in both directions
 * and flips one bit of one direction.
 */
final class Proxy implements AutoCloseable {

  /** The side whose bytes change. */
  enum Side {
    CALLER,
    LISTENER
  }

  private final ServerSocket server;
  private final int target;
  private final Side side;
  private final long bit;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  /**
   * Begins to carry.
   *
   * @param target the port that it stands for
   * @param side the side whose bytes change
   * @param bit the number of the bit that is flipped, from the first byte of the connection on
   */
  Proxy(int target, Side side, long bit) throws IOException {
    this.server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    this.target = target;
    this.side = side;
    this.bit = bit;
    threads.execute(this::listen);
  }

  int port() {
    return server.getLocalPort();
  }

  private void listen() {
    try {
      while (true) {
        var caller = server.accept();
        threads.execute(() -> join(caller));
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private void join(Socket caller) {
    try {
      // The process that is called may begin later.
      var listener = new Socket(InetAddress.getLoopbackAddress(), target);
      threads.execute(() -> carry(caller, listener, side == Side.CALLER ? bit : -1));
      carry(listener, caller, side == Side.LISTENER ? bit : -1);
    } catch (IOException e) {
      close(caller);
    }
  }

  private static void carry(Socket from, Socket to, long flipped) {
    try {
      carry(from.getInputStream(), to.getOutputStream(), flipped);
      to.shutdownOutput();
    } catch (IOException e) {
      close(from);
      close(to);
    }
  }

  private static void carry(InputStream in, OutputStream out, long flipped) throws IOException {
    var bytes = new byte[1 << 14];
    long done = 0;
    for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
      long at = flipped / Byte.SIZE - done;
      if (flipped >= 0 && at >= 0 && at < count) {
        bytes[(int) at] ^= (byte) (1 << flipped % Byte.SIZE);
      }
      out.write(bytes, 0, count);
      done += count;
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    threads.shutdown();
  }
}

package io.cambric.distributed;

import io.cambric.distributed.Frame.Kind;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Another process of the group, and the connection to it. A thread of its own reads what comes, so
 * processes that send to each other at the same time never wait for each other.
 */
final class Peer {

  /** How long the end of a group waits for a frame that is being written. */
  static final long LAST_WORD_MILLIS = 500;

  private final int rank;
  private final String address;
  private final SocketChannel channel;
  private final BlockingQueue<Frame> elements = new LinkedBlockingQueue<>();
  private final Lock writing = new ReentrantLock();
  private volatile long lastHeard = System.nanoTime();
  private volatile long lastSent = System.nanoTime();
  private volatile boolean hasLeft;
  private final AtomicLong bytesSent = new AtomicLong();

  Peer(int rank, SocketChannel channel) throws IOException {
    this.rank = rank;
    this.channel = channel;
    this.address = String.valueOf(channel.getRemoteAddress()).replaceFirst("^.*/", "");
  }

  int rank() {
    return rank;
  }

  String address() {
    return address;
  }

  boolean hasLeft() {
    return hasLeft;
  }

  /** Sends a frame, and waits until the system has taken it. */
  void send(Frame frame) throws IOException {
    writing.lock();
    try {
      write(frame);
    } finally {
      writing.unlock();
    }
  }

  private void write(Frame frame) throws IOException {
    bytesSent.addAndGet(frame.write(channel));
    lastSent = System.nanoTime();
  }

  /** Sends a sign of life where nothing has been sent for some time, or is being sent. */
  void beat(long afterNanos) throws IOException {
    if (System.nanoTime() - lastSent >= afterNanos && writing.tryLock()) {
      try {
        write(Frame.of(Kind.BEAT, ""));
      } finally {
        writing.unlock();
      }
    }
  }

  /** {@return the bytes of all frames that were sent to it} */
  long bytesSent() {
    return bytesSent.get();
  }

  /** {@return the time since something came} */
  long silentNanos() {
    return System.nanoTime() - lastHeard;
  }

  /** {@return the next frame of elements; one of another kind once the group has failed} */
  Frame take() throws InterruptedException {
    return elements.take();
  }

  /** Ends the wait of whoever takes frames. */
  void stopWaiting(String reason) {
    elements.add(Frame.of(Kind.ABORT, reason));
  }

  /** Reads frames until the other process leaves or the connection ends. */
  void readAll(Mesh mesh) {
    try {
      while (!hasLeft) {
        var frame = Frame.read(channel, mesh.buckets());
        lastHeard = System.nanoTime();
        switch (frame.kind()) {
          case DATA -> elements.add(frame);
          case BEAT -> {
            // Its time is its whole meaning.
          }
          case ABORT -> {
            mesh.stop(frame.text(), null);
            return;
          }
          case LEAVE -> {
            hasLeft = true;
            mesh.left(this);
          }
        }
      }
    } catch (IOException e) {
      mesh.lost(this, e);
    }
  }

  /**
   * Sends the last frame, unless another one is stuck. The connection is closed at once where the
   * group has failed; else when the other process has left, too.
   */
  void end(Frame last) {
    try {
      if (writing.tryLock(LAST_WORD_MILLIS, TimeUnit.MILLISECONDS)) {
        try {
          write(last);
          channel.shutdownOutput();
        } finally {
          writing.unlock();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      // The other process is gone, so nobody is there to hear it.
    } finally {
      if (last.kind() == Kind.ABORT || hasLeft) {
        close();
      }
    }
  }

  void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // A connection that cannot be closed in order is closed by the system.
    }
  }
}

package io.cambric.distributed;

import io.cambric.distributed.Frame.Kind;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Another process of the group, and the connection to it. A separate thread reads incoming frames,
 * so processes that send to each other at the same time never block each other.
 */
final class Peer {

  /** The maximum wait at the end of a group for a frame in progress. */
  static final long LAST_WORD_MILLIS = 500;

  private final int rank;
  private final String address;
  private final Connection connection;
  private final BlockingQueue<Frame> elements = new LinkedBlockingQueue<>();
  private final Lock writing = new ReentrantLock();
  private volatile long lastHeard = System.nanoTime();
  private volatile long lastSent = System.nanoTime();
  private volatile boolean hasLeft;
  private final CountDownLatch readToEnd = new CountDownLatch(1);
  private final AtomicLong bytesSent = new AtomicLong();

  Peer(int rank, Connection connection) {
    this.rank = rank;
    this.connection = connection;
    this.address = connection.address();
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
    bytesSent.addAndGet(connection.write(frame));
    lastSent = System.nanoTime();
  }

  /** Sends a heartbeat if nothing has been sent for some time and no frame is in progress. */
  void beat(long afterNanos) throws IOException {
    if (System.nanoTime() - lastSent >= afterNanos && writing.tryLock()) {
      try {
        write(Frame.of(Kind.BEAT, ""));
      } finally {
        writing.unlock();
      }
    }
  }

  /** {@return the number of bytes in all frames sent to the peer} */
  long bytesSent() {
    return bytesSent.get();
  }

  /** {@return the time since the last received frame} */
  long silentNanos() {
    return System.nanoTime() - lastHeard;
  }

  /** {@return the next frame of elements; a frame of another kind once the group has failed} */
  Frame take() throws InterruptedException {
    return elements.take();
  }

  /** Ends the wait of the thread that takes frames. */
  void stopWaiting(String reason) {
    elements.add(Frame.of(Kind.ABORT, reason));
  }

  /** Reads frames until the other process leaves or the connection ends. */
  void readAll(PeerConnections connections) {
    try {
      readFrames(connections);
    } catch (Connection.DamagedException e) {
      connections.damaged(this, e);
      drain();
    } catch (IOException e) {
      connections.lost(this, e);
    } finally {
      readToEnd.countDown();
    }
  }

  private void readFrames(PeerConnections connections) throws IOException {
    while (!hasLeft) {
      var frame = connection.read(connections.buckets());
      lastHeard = System.nanoTime();
      switch (frame.kind()) {
        case DATA -> elements.add(frame);
        case BEAT -> {
          // Only the time of its arrival matters.
        }
        case ABORT -> {
          connections.stop(frame.text(), null);
          return;
        }
        case LEAVE -> {
          hasLeft = true;
          connections.left(this);
        }
      }
    }
  }

  private void drain() {
    try {
      connection.drain();
    } catch (IOException e) {
      // The group has stopped, and the other process is gone.
    }
  }

  /**
   * Sends the last frame, unless another frame is stuck. After a failure, the connection is closed
   * when the other process has answered, or fails to; else when it has left, too.
   */
  void end(Frame last) {
    try {
      if (writing.tryLock(LAST_WORD_MILLIS, TimeUnit.MILLISECONDS)) {
        try {
          write(last);
          connection.channel().shutdownOutput();
        } finally {
          writing.unlock();
        }
        if (last.kind() == Kind.ABORT) {
          // Closing a connection during a transfer resets it, which may lose the last frame.
          var _ = readToEnd.await(LAST_WORD_MILLIS, TimeUnit.MILLISECONDS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      // The other process is gone, so nobody receives the frame.
    } finally {
      if (last.kind() == Kind.ABORT || hasLeft) {
        close();
      }
    }
  }

  void close() {
    try {
      connection.channel().close();
    } catch (IOException e) {
      // A connection that cannot be closed in order is closed by the system.
    }
  }
}

package io.cambric.distributed;

import io.cambric.distributed.Frame.Kind;
import io.cambric.errors.ProcessGroupException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The connections of a process to all others of its group. The first failure anywhere stops all
 * processes with the same message.
 */
final class PeerConnections implements AutoCloseable {

  /** The number of heartbeats per heartbeat timeout. */
  private static final int BEATS = 5;

  private final int rank;
  private final List<Peer> peers;
  private final long heartbeatTimeoutNanos;
  private final AtomicReference<@Nullable Failure> failure = new AtomicReference<>();
  private final CountDownLatch ended = new CountDownLatch(1);

  /** Counts the peers that still have to receive the reason of a failure. */
  private final CountDownLatch uninformed;

  /** Runs the collectives in their order, while the program computes. */
  private final ByteBuffers buckets = new ByteBuffers();

  private final ExecutorService collectives =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("cambric-collectives").factory());

  private long meetings;

  /** The reason why the group stopped. */
  private record Failure(String message, @Nullable Throwable cause) {}

  /**
   * Begins to read from the peers and to watch them.
   *
   * @param peers the other processes, in the order of their ranks
   */
  PeerConnections(int rank, List<Peer> peers, Duration heartbeatTimeout) {
    this.rank = rank;
    this.peers = List.copyOf(peers);
    this.heartbeatTimeoutNanos = TimeUnit.NANOSECONDS.convert(heartbeatTimeout);
    this.uninformed = new CountDownLatch(this.peers.size());
    for (var peer : this.peers) {
      Thread.ofPlatform()
          .daemon()
          .name("cambric-process-" + peer.rank())
          .start(() -> peer.readAll(this));
    }
    if (!this.peers.isEmpty()) {
      // Programs may occupy all virtual threads, so heartbeats need a platform thread.
      Thread.ofPlatform().daemon().name("cambric-processes").start(this::watch);
    }
  }

  int rank() {
    return rank;
  }

  int size() {
    return peers.size() + 1;
  }

  ByteBuffers buckets() {
    return buckets;
  }

  long bytesSent() {
    return peers.stream().mapToLong(Peer::bytesSent).sum();
  }

  private Peer peer(int other) {
    return peers.get(other < rank ? other : other - 1);
  }

  private String process(Peer peer) {
    return GroupOptions.process(peer.rank(), size(), peer.address());
  }

  /**
   * Begins a collective, which runs after all earlier collectives.
   *
   * @return a supplier that waits for the result
   */
  <R> Supplier<R> start(Callable<R> collective) {
    requireRunning();
    Future<R> future;
    try {
      future = collectives.submit(collective);
    } catch (RejectedExecutionException e) {
      throw stopped();
    }
    return () -> await(future);
  }

  private <R> R await(Future<R> future) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw fail("Process %d of %d was interrupted in a collective".formatted(rank, size()), e);
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case ProcessGroupException _ -> throw stopped();
        case RuntimeException failure -> throw failure;
        case Error failure -> throw failure;
        case null, default -> throw new IllegalStateException(e);
      }
    }
  }

  /** {@return the number of the next collective of this process} */
  long nextMeeting() {
    requireRunning();
    return meetings++;
  }

  /**
   * Sends elements of a collective to another process.
   *
   * @param payload a buffer of {@link #buckets}, which takes it back
   * @throws ProcessGroupException if the group has stopped
   */
  void send(int to, long meeting, String collective, ByteBuffer payload) {
    var peer = peer(to);
    try {
      peer.send(new Frame(Kind.DATA, meeting, collective, payload));
    } catch (IOException e) {
      lost(peer, e);
      throw stopped();
    } finally {
      buckets.giveBack(payload);
    }
  }

  /**
   * {@return the next elements from another process, which must belong to a collective; a buffer of
   * {@link #buckets}}
   *
   * @param bytes the expected number of bytes
   * @throws ProcessGroupException if the group has stopped, or stops because they belong to another
   *     collective
   */
  ByteBuffer receive(int from, long meeting, String collective, int bytes) {
    requireRunning();
    Frame frame;
    try {
      frame = peer(from).take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw fail("Process %d of %d was interrupted in %s".formatted(rank, size(), collective), e);
    }
    if (frame.kind() != Kind.DATA) {
      // Unless the group has stopped, the other process has left.
      throw fail(
          "%s, but process %d waits for it in %s. Let all processes run the same collectives before any leaves."
              .formatted(frame.text(), rank, collective),
          null);
    }
    if (frame.meeting() != meeting
        || !frame.text().equals(collective)
        || frame.payload().remaining() != bytes) {
      throw fail(
          "Processes need the same collectives in the same order, but process %d reached its collective %d, %s, while process %d reached its collective %d, %s. Let all processes take the same branches and iterations around a collective."
              .formatted(rank, meeting, collective, from, frame.meeting(), frame.text()),
          null);
    }
    return frame.payload();
  }

  private ProcessGroupException fail(String message, @Nullable Throwable cause) {
    stop(message, cause);
    return stopped();
  }

  /** {@return the exception for use of a stopped group} */
  private ProcessGroupException stopped() {
    var why = failure.get();
    if (why == null) {
      return new ProcessGroupException(
          "The group of processes is closed. Use it before closing it, or join another.");
    }
    return why.cause == null
        ? new ProcessGroupException(why.message)
        : new ProcessGroupException(why.message, why.cause);
  }

  private void requireRunning() {
    if (ended.getCount() == 0) {
      throw stopped();
    }
  }

  /** Stops the group in all processes, unless it has stopped. */
  void stop(String message, @Nullable Throwable cause) {
    if (ended.getCount() > 0 && failure.compareAndSet(null, new Failure(message, cause))) {
      ended.countDown();
      collectives.shutdown();
      for (var peer : peers) {
        peer.stopWaiting(message);
        Thread.ofPlatform()
            .daemon()
            .name("cambric-last-word-" + peer.rank())
            .start(() -> {
              peer.end(Frame.of(Kind.ABORT, message));
              uninformed.countDown();
            });
      }
    }
  }

  /** Stops the group, as the connection to a process ended. */
  void lost(Peer peer, IOException cause) {
    if (ended.getCount() == 0) {
      peer.close();
    } else {
      stop(lost(process(peer), cause), cause);
    }
  }

  /** {@return the message for a lost process} */
  static String lost(String process, IOException cause) {
    return "%s ended or is no longer reachable (%s). Check its log, and restart all processes from their last checkpoint."
        .formatted(process, cause.getMessage());
  }

  /** Stops the group, as the bytes of a process were damaged in transit. */
  void damaged(Peer peer, IOException cause) {
    stop(damaged(process(peer), rank, cause), cause);
  }

  /** {@return the message for bytes that were damaged on their way to a process} */
  static String damaged(String process, int rank, IOException cause) {
    return "Bytes from %s were changed on the way to process %d: %s. Check the network and memory between them, and restart all processes from their last checkpoint."
        .formatted(process, rank, cause.getMessage());
  }

  /** Ends all waits for a process that has left. */
  void left(Peer peer) {
    if (ended.getCount() == 0) {
      peer.close();
    } else {
      // Elements that it sent earlier are taken first.
      peer.stopWaiting("%s has left the group".formatted(process(peer)));
    }
  }

  /** Sends heartbeats, and checks for heartbeats of the others, until the group ends. */
  private void watch() {
    long pause = Math.max(1, heartbeatTimeoutNanos / BEATS);
    long last = System.nanoTime();
    try {
      while (!ended.await(pause, TimeUnit.NANOSECONDS)) {
        // After a pause of the whole process, unread frames of the others may be waiting.
        boolean isLate = System.nanoTime() - last > 2 * pause;
        last = System.nanoTime();
        for (var peer : peers) {
          if (!peer.hasLeft()) {
            look(peer, pause, isLate);
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look(Peer peer, long pause, boolean isLate) {
    if (!isLate && peer.silentNanos() > heartbeatTimeoutNanos) {
      stop(
          "%s sent no heartbeat for %d ms. Check whether it has stopped or the network is down, and restart all processes from their last checkpoint."
              .formatted(process(peer), TimeUnit.NANOSECONDS.toMillis(peer.silentNanos())),
          null);
      return;
    }
    try {
      peer.beat(pause);
    } catch (IOException e) {
      lost(peer, e);
    }
  }

  /**
   * Leaves the group in order. After a failure, the others first receive the reason, even if the
   * process ends at once.
   */
  @Override
  public void close() {
    if (failure.get() != null) {
      awaitInformed();
    } else if (ended.getCount() > 0) {
      ended.countDown();
      collectives.shutdown();
      peers.forEach(peer -> peer.end(Frame.of(Kind.LEAVE, "")));
    }
  }

  private void awaitInformed() {
    try {
      var _ = uninformed.await(2 * Peer.LAST_WORD_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

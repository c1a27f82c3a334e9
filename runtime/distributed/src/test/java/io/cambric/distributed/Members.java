package io.cambric.distributed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The members of a group of processes, each on a thread of this one with connections of its own:
 * what they send goes over sockets.
 */
final class Members {

  static final String HOST = "127.0.0.1";

  private Members() {}

  /** {@return a port on which nothing listens} */
  static int freePort() {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@return what a function returns in each of the members, by rank} */
  static <R> List<R> run(int size, Function<ProcessGroup, R> function) {
    return run(size, UnaryOperator.identity(), function);
  }

  /** {@return what a function returns in each of the members of such options, by rank} */
  static <R> List<R> run(
      int size, UnaryOperator<GroupOptions> options, Function<ProcessGroup, R> function) {
    return futures(size, options, function).stream().map(Future::resultNow).toList();
  }

  /** {@return what a function throws in each of the members, by rank} */
  static List<Throwable> failures(int size, Function<ProcessGroup, ?> function) {
    return failures(size, UnaryOperator.identity(), function);
  }

  /** {@return what members of such options throw, by rank} */
  static List<Throwable> failures(
      int size, UnaryOperator<GroupOptions> options, Function<ProcessGroup, ?> function) {
    return futures(size, options, function).stream().map(Future::exceptionNow).toList();
  }

  private static <R> List<Future<R>> futures(
      int size, UnaryOperator<GroupOptions> options, Function<ProcessGroup, R> function) {
    int port = freePort();
    var futures = new ArrayList<Future<R>>();
    try (var threads = Executors.newCachedThreadPool()) {
      for (int i = 0; i < size; i++) {
        var own =
            options.apply(
                GroupOptions.of(i, size, HOST, port).withJoinTimeout(Duration.ofSeconds(20)));
        futures.add(
            threads.submit(() -> {
              try (var group = ProcessGroup.join(own)) {
                return function.apply(group);
              }
            }));
      }
    }
    return futures;
  }
}

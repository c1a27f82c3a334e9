package io.cambric.distributed;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ProcessGroupException;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import io.cambric.testing.Sample;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A bit that changes between two processes stops all processes, whatever it means. */
@Timeout(60)
class DamagedFramesTest {

  /** The words of the process that listens, before it sends the addresses of the others. */
  private static final int GREETING_BYTES = 8 + 32 + 4 + 32;

  /** Beyond the words of the handshake, which have codes of their own. */
  private static final int HANDSHAKE_BYTES = 512;

  /** Bytes that only long messages are likely to reach before the group has summed for long. */
  private static final int LONG_BYTES = 10_000;

  static Stream<Arguments> flips() {
    // Short messages have a bit changed in each of their parts, long ones among their elements.
    var bits =
        LongStream.concat(
                LongStream.range(0, 27).map(i -> 8 * (HANDSHAKE_BYTES + 3 * i) + i % 8),
                LongStream.of(8 * 70_001L, 8 * 1_100_003L + 7, 8 * 2_200_017L + 3))
            .boxed()
            .toList();
    var flips =
        Stream.of(2, 3)
            .flatMap(size ->
                Stream.of(true, false)
                    .flatMap(authenticated ->
                        Stream.of(Proxy.Side.values())
                            .flatMap(side ->
                                IntStream.range(0, bits.size())
                                    .filter(i -> size == 2 || i % 9 == 0)
                                    .mapToObj(i ->
                                        Arguments.of(size, authenticated, side, bits.get(i))))));
    return Sample.of("flipped bits", flips.toList());
  }

  @ParameterizedTest(name = "{0} processes, authenticated {1}, of the {2} bit {3}")
  @MethodSource("flips")
  void a_flipped_bit_stops_all_processes(int size, boolean authenticated, Proxy.Side side, long bit)
      throws IOException {
    int port = Members.freePort();
    try (var proxy = new Proxy(port, side, bit)) {
      var failures = new ArrayList<Future<Array>>();
      try (var threads = Executors.newCachedThreadPool()) {
        for (int rank = 0; rank < size; rank++) {
          // The last process reaches the first one over the proxy alone.
          int called = rank == size - 1 ? proxy.port() : port;
          var options =
              GroupOptions.of(rank, size, Members.HOST, called, "known")
                  .withJoinTimeout(Duration.ofSeconds(20))
                  .withAuthenticated(authenticated);
          int length = bit < 8 * LONG_BYTES ? 4 : 300_000;
          failures.add(threads.submit(() -> sumForEver(options, length)));
        }
      }
      int at = side == Proxy.Side.CALLER ? 0 : size - 1;
      int from = size - 1 - at;
      var message =
          "Bytes from Process %d of %d \\(127\\.0\\.0\\.1:\\d+\\) were changed on the way to process %d: the code of a frame does not fit its bytes\\. Check the network and memory between them, and restart all processes from their last checkpoint\\."
              .formatted(from, size, at);
      for (int rank = 0; rank < size; rank++) {
        assertThat(failures.get(rank).exceptionNow())
            .as("process %d", rank)
            .isInstanceOf(ProcessGroupException.class)
            .message()
            .matches(message);
      }
    }
  }

  static Stream<Arguments> flipsOfAddresses() {
    // Their length, an empty reason, and the address of process 1, with two checksums.
    int bytes = 4 + 4 + 4 + 4 + Members.HOST.length() + 4 + 4;
    return Stream.of(false, true)
        .flatMap(authenticated ->
            IntStream.range(0, bytes)
                .mapToObj(at -> Arguments.of(authenticated, 8L * (GREETING_BYTES + at) + at % 8)));
  }

  @ParameterizedTest(name = "authenticated {0}, bit {1}")
  @MethodSource("flipsOfAddresses")
  void a_flipped_bit_in_the_addresses_of_all_is_seen(boolean authenticated, long bit)
      throws IOException {
    int port = Members.freePort();
    try (var proxy = new Proxy(port, Proxy.Side.LISTENER, bit)) {
      var failures = new ArrayList<Future<Array>>();
      try (var threads = Executors.newCachedThreadPool()) {
        for (int rank = 0; rank < 2; rank++) {
          int called = rank == 0 ? port : proxy.port();
          var options =
              GroupOptions.of(rank, 2, Members.HOST, called, "known")
                  .withJoinTimeout(Duration.ofSeconds(20))
                  .withAuthenticated(authenticated);
          failures.add(threads.submit(() -> sumForEver(options, 4)));
        }
      }
      assertThat(failures.get(1).exceptionNow())
          .isInstanceOf(ProcessGroupException.class)
          .message()
          .matches(
              "Bytes from Process 0 of 2 \\(127\\.0\\.0\\.1:\\d+\\) were changed on the way "
                  + "to process 1: the code of a frame does not fit its bytes\\..*");
      assertThat(failures.get(0).exceptionNow())
          .isInstanceOf(ProcessGroupException.class)
          .message()
          .startsWith("Process 1 of 2 (127.0.0.1:");
    }
  }

  private static Array sumForEver(GroupOptions options, int length) {
    try (var group = ProcessGroup.join(options)) {
      return group.run(
          "i",
          () -> {
            var x = Numpy.ones(Shape.of(length), DType.F32);
            while (true) {
              x = Lax.pmean(x, "i");
            }
          });
    }
  }
}

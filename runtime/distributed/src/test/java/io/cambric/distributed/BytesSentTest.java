package io.cambric.distributed;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import io.cambric.transform.function.ArrayFn;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The bytes that a process sends are the least that its collective needs, and headers. */
@Timeout(120)
class BytesSentTest {

  /** A matrix of 3.8 MB, whose rows are divided among two, three and four processes. */
  private static final Shape LARGE = Shape.of(1200, 800);

  private static final double BYTES = 4.0 * LARGE.size();

  /** Bytes of all headers, as a part of those of the elements. */
  private static final double HEADERS = 0.001;

  /** A collective with the bytes that a process must send, for an operand of one byte. */
  private record Case(String name, ArrayFn collective, double least) {}

  private static List<Case> table(int size) {
    var shifted =
        IntStream.range(0, size).mapToObj(i -> new int[] {i, (i + 1) % size}).toArray(int[][]::new);
    double others = size - 1.0;
    return List.of(
        new Case("psum", x -> Lax.psum(x, "i"), 2 * others / size),
        new Case("pmean", x -> Lax.pmean(x, "i"), 2 * others / size),
        new Case("pmax", x -> Lax.pmax(x, "i"), 2 * others / size),
        new Case("pmin", x -> Lax.pmin(x, "i"), 2 * others / size),
        new Case("all_gather", x -> Lax.allGather(x, "i"), others),
        new Case("psum_scatter", x -> Lax.psumScatter(x, "i", 0, true), others / size),
        new Case("all_to_all", x -> Lax.allToAll(x, "i", 0, 0, true), others / size),
        new Case("ppermute", x -> Lax.ppermute(x, "i", shifted), 1),
        new Case("axis_index", x -> x.mul(Lax.axisIndex("i")), 0));
  }

  static Stream<Arguments> cases() {
    return Stream.of(2, 3, 4)
        .flatMap(size -> table(size).stream().map(each -> Arguments.of(each.name(), size, each)));
  }

  /** {@return the bytes that each process sends in a function, by rank} */
  private static List<Long> sent(int size, ArrayFn function, Array x) {
    // Heartbeats are so rare that they are no part of it.
    UnaryOperator<GroupOptions> silent =
        options -> options.withHeartbeatTimeout(Duration.ofHours(1));
    return Members.run(
        size,
        silent,
        group -> {
          long before = group.bytesSent();
          var _ = group.run("i", () -> function.apply(x));
          return group.bytesSent() - before;
        });
  }

  @ParameterizedTest(name = "{0} of {1} processes")
  @MethodSource("cases")
  void a_process_sends_the_least_bytes_and_headers(String name, int size, Case each) {
    double least = each.least() * BYTES;

    for (long sent : sent(size, each.collective(), Numpy.ones(LARGE, DType.F32))) {
      assertThat((double) sent).isBetween(least, least * (1 + HEADERS));
    }
  }

  @ParameterizedTest(name = "of {0} processes")
  @MethodSource("sizes")
  void a_small_sum_is_sent_to_the_first_process_and_back(int size) {
    double bytes = 4 * 1000;

    var sent = sent(size, x -> Lax.psum(x, "i"), Numpy.ones(Shape.of(1000), DType.F32));

    assertThat((double) sent.getFirst()).isBetween(bytes * (size - 1), bytes * (size - 1) * 1.02);
    for (long other : sent.subList(1, size)) {
      assertThat((double) other).isBetween(bytes, bytes * 1.02);
    }
  }

  static Stream<Integer> sizes() {
    return Stream.of(2, 3, 4);
  }

  @Test
  void a_group_of_one_process_sends_nothing() {
    assertThat(sent(1, x -> Lax.psum(x, "i"), Numpy.ones(LARGE, DType.F32))).containsExactly(0L);
  }

  @Test
  void signs_of_life_count() {
    var sent =
        Members.run(
            2,
            options -> options.withHeartbeatTimeout(Duration.ofMillis(500)),
            group -> {
              long first = firstSent(group);
              // Nobody sends heartbeats to a process that has left.
              group.barrier();
              return first;
            });

    assertThat(sent).allSatisfy(bytes -> assertThat(bytes).isPositive());
  }

  private static long firstSent(ProcessGroup group) {
    try {
      while (group.bytesSent() == 0) {
        Thread.sleep(1);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("Nothing was sent", e);
    }
    return group.bytesSent();
  }
}

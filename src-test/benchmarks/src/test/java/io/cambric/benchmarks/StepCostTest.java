package io.cambric.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.distributed.GroupOptions;
import io.cambric.distributed.ProcessGroup;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The model of the cost of a step against a simulation of the messages, and what
 * docs/guides/distributed.md says by them.
 */
@Timeout(120)
class StepCostTest {

  private static final Path PAGE = Path.of("..", "..", "docs", "guides", "distributed.md");

  /** The step of the page: one second, and gradients of 100 MB in buckets of 4 MB. */
  private static final StepCost STEP = new StepCost(0.4, 0.6, 100e6, 25);

  private static final Network SLOW = Network.ofBits(1e9);
  private static final Network FAST = Network.ofBits(10e9);

  static Stream<Arguments> networks() {
    return Stream.of(SLOW, FAST, Network.ofBits(100e9))
        .flatMap(network ->
            IntStream.of(1, 2, 3, 4, 10, 32, 128)
                .mapToObj(machines -> Arguments.of(network, machines)));
  }

  @ParameterizedTest(name = "{1} machines, {0}")
  @MethodSource("networks")
  void model_agrees_with_the_simulation(Network network, int machines) {
    for (var step : List.of(STEP, STEP.divided(machines), new StepCost(0.04, 0.06, 10e6, 3))) {
      double simulated = ClusterSimulation.seconds(step, machines, network);

      assertThat(step.seconds(machines, network)).isCloseTo(simulated, within(0.03 * simulated));
    }
  }

  @ParameterizedTest(name = "{0} processes")
  @ValueSource(ints = {1, 2, 3, 5})
  void simulated_processes_send_the_bytes_of_real_ones(int size) throws IOException {
    var lengths = List.of(1, 1000, 1024, 1025, 300_001, 3_000_000);
    int port = freePort();
    var sent = new ArrayList<Future<List<Long>>>();
    try (var threads = Executors.newCachedThreadPool()) {
      for (int i = 0; i < size; i++) {
        // Signs of life are so rare that they are no part of it.
        var options =
            GroupOptions.of(i, size, "127.0.0.1", port).withHeartbeatTimeout(Duration.ofHours(1));
        sent.add(threads.submit(() -> sent(options, lengths)));
      }
    }

    for (int rank = 0; rank < size; rank++) {
      int self = rank;
      assertThat(sent.get(rank).resultNow())
          .as("process %d of %d", rank, size)
          .containsExactlyElementsOf(
              lengths.stream()
                  .map(length -> ClusterSimulation.bytes(MessagePattern.ofSum(self, size, length)))
                  .toList());
    }
  }

  private static List<Long> sent(GroupOptions options, List<Integer> lengths) {
    try (var group = ProcessGroup.join(options)) {
      return lengths.stream()
          .map(length -> {
            long before = group.bytesSent();
            var x = Numpy.ones(Shape.of(length), DType.F32);
            var _ = group.run("batch", () -> Lax.psum(x, "batch"));
            return group.bytesSent() - before;
          })
          .toList();
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 10, 100})
  void the_page_has_the_figures_of_the_simulation(int machines) throws IOException {
    var row =
        String.format(
            Locale.ROOT,
            "| %d | %.0f %% | %.0f %% | %.1f | %.1f |",
            machines,
            100 * efficiency(machines, SLOW),
            100 * efficiency(machines, FAST),
            speedup(machines, SLOW),
            speedup(machines, FAST));

    assertThat(Files.readAllLines(PAGE)).contains(row);
  }

  private static double efficiency(int machines, Network network) {
    return STEP.alone() / ClusterSimulation.seconds(STEP, machines, network);
  }

  private static double speedup(int machines, Network network) {
    return STEP.alone() / ClusterSimulation.seconds(STEP.divided(machines), machines, network);
  }

  @Test
  void a_batch_for_each_machine_scales_where_twice_the_gradient_passes_in_the_backward_pass() {
    // 2.7 Gbit/s for the step of the page.
    double enough = 2 * STEP.bytes() / (0.6 * 0.95);

    for (int machines : new int[] {2, 10, 100}) {
      assertThat(efficiency(machines, Network.ofBits(8 * enough))).isGreaterThan(0.9);
    }
    assertThat(efficiency(100, Network.ofBits(8 * enough / 2))).isLessThan(0.75);
  }

  @Test
  void a_divided_batch_gains_little_beyond_ten_machines() {
    assertThat(speedup(10, FAST)).isLessThan(5);
    assertThat(speedup(100, FAST)).isLessThan(1.2 * speedup(10, FAST));
    // The bytes do not become fewer, so this is never reached.
    assertThat(speedup(100, FAST)).isLessThan(STEP.alone() / (2 * STEP.bytes() * 0.99 / 1.25e9));
  }

  @Test
  void a_divided_batch_is_slower_than_one_machine_over_a_slow_network() {
    assertThat(STEP.fastest(128, SLOW)).isEqualTo(1);
    assertThat(speedup(2, SLOW)).isLessThan(1);
  }

  @Test
  void messages_are_the_limit_beyond_a_thousand_machines() {
    assertThat(STEP.efficiency(1000, FAST)).isGreaterThan(0.95);
    assertThat(STEP.efficiency(2000, FAST)).isLessThan(0.7);
  }

  @Test
  void buckets_of_single_leaves_would_cost_a_divided_batch_more() {
    var leaves = new StepCost(0.4, 0.6, 100e6, 200).divided(100);

    assertThat(leaves.seconds(100, FAST)).isGreaterThan(2 * STEP.divided(100).seconds(100, FAST));
  }

  @Test
  void processes_of_one_machine_take_turns_on_its_cores() {
    var loopback = new Network(1e9, 0, 0, Double.POSITIVE_INFINITY);
    var step = new StepCost(0.010, 0, 1e6, 1);

    assertThat(step.onOneMachine(1, 2, loopback)).isEqualTo(0.010);
    assertThat(step.onOneMachine(2, 2, loopback)).isCloseTo(0.011, within(1e-9));
    assertThat(step.onOneMachine(4, 2, loopback)).isCloseTo(0.023, within(1e-9));
  }
}

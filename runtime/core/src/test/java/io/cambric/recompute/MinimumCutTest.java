package io.cambric.recompute;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.testing.Seeds;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MinimumCutTest {

  private static final int INNER = 6;

  static LongStream seeds() {
    return Seeds.of(200);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void a_cut_costs_as_little_as_the_cheapest_of_all_cuts(long seed) {
    var random = Seeds.generator(seed);
    int nodes = INNER + 2;
    long[][] capacity = new long[nodes][nodes];
    var graph = new MinimumCut();
    for (int i = 0; i < INNER; i++) {
      graph.addNode();
    }
    for (int from = 0; from < nodes; from++) {
      for (int to = 0; to < nodes; to++) {
        if (from != to && random.nextInt(3) == 0) {
          long added = random.nextInt(1, 20);
          capacity[from][to] += added;
          graph.addEdge(from, to, added);
        }
      }
    }

    boolean[] cutOff = graph.cut();

    long best = Long.MAX_VALUE;
    for (int choice = 0; choice < 1 << INNER; choice++) {
      boolean[] side = new boolean[nodes];
      side[MinimumCut.TARGET] = true;
      for (int i = 0; i < INNER; i++) {
        side[i + 2] = (choice >> i & 1) == 1;
      }
      best = Math.min(best, cost(capacity, side));
    }
    assertThat(cutOff[MinimumCut.SOURCE]).isFalse();
    assertThat(cutOff[MinimumCut.TARGET]).isTrue();
    assertThat(cost(capacity, cutOff)).isEqualTo(best);
  }

  private static long cost(long[][] capacity, boolean[] cutOff) {
    long cost = 0;
    for (int from = 0; from < capacity.length; from++) {
      for (int to = 0; to < capacity.length; to++) {
        cost += !cutOff[from] && cutOff[to] ? capacity[from][to] : 0;
      }
    }
    return cost;
  }

  @Test
  void of_equal_cuts_the_one_nearest_to_the_target_is_taken() {
    var graph = new MinimumCut();
    int first = graph.addNode();
    int second = graph.addNode();
    graph.addEdge(MinimumCut.SOURCE, first, 3);
    graph.addEdge(first, second, 3);
    graph.addEdge(second, MinimumCut.TARGET, 3);

    assertThat(graph.cut()).containsExactly(false, true, false, false);
  }
}

package io.cambric.distributed;

import static io.cambric.testing.TestArrays.exact;
import static io.cambric.testing.TestArrays.vector;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.pmap;
import static io.cambric.transform.Transforms.valueAndGrad;
import static io.cambric.transform.Transforms.vmap;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.lax.Lax;
import io.cambric.testing.Sample;
import io.cambric.testing.Seeds;
import io.cambric.testing.TestArrays;
import io.cambric.transform.function.ArrayFn;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Members of a group of processes compute what the workers of pmap compute. */
@Timeout(120)
class ProcessGroupTest {

  /** More than a bucket for each of eight members, and no multiple of anything. */
  private static final int MANY = 8 * (Frame.BUCKET_BYTES / Float.BYTES) + 12_345;

  private static final int[][] PAIRS = {{3, 0}, {1, 2}};

  private static Map<String, ArrayFn> collectives(int size) {
    var shifted = new int[size][];
    for (int i = 0; i < size; i++) {
      shifted[i] = new int[] {i, (i + 1) % size};
    }
    return Map.of(
        "psum", x -> Lax.psum(x, "i"),
        "pmean", x -> Lax.pmean(x, "i"),
        "pmax", x -> Lax.pmax(x, "i"),
        "pmin", x -> Lax.pmin(x, "i"),
        "all_gather", x -> Lax.allGather(x, "i"),
        "ppermute", x -> Lax.ppermute(x, "i", shifted),
        "psum_scatter", x -> Lax.psumScatter(x, "i", 0, true),
        "all_to_all", x -> Lax.allToAll(x, "i", 0, 0, true),
        "axis_index", x -> x.mul(Lax.axisIndex("i")));
  }

  static Stream<Arguments> cases() {
    var cases =
        Stream.of(2, 3, 4, 5, 8)
            .flatMap(size ->
                collectives(size).entrySet().stream()
                    .flatMap(entry ->
                        Stream.of(Shape.of(120), Shape.of(120, 57))
                            .map(shape ->
                                Arguments.of(entry.getKey(), size, shape, entry.getValue()))));
    return Sample.of("collectives", cases.toList());
  }

  private static NdArray rows(DType dtype, int size, Shape shape) {
    var seed = Seeds.ofTest("rows of %d members of %s".formatted(size, shape));
    return TestArrays.normal(Seeds.generator(seed), dtype, shape.insert(0, size));
  }

  private static void assertSameAsWorkers(ArrayFn function, NdArray rows) {
    int size = rows.shape().dim(0);
    var expected = pmap(function).axisName("i").apply(rows).concrete("test");
    var results =
        Members.run(size, group -> group.run("i", () -> function.apply(rows.row(group.rank()))));
    for (int rank = 0; rank < size; rank++) {
      assertThat(exact(List.of(results.get(rank))))
          .as("process %d of %d", rank, size)
          .isEqualTo(exact(List.of(expected.row(rank))));
    }
  }

  @ParameterizedTest(name = "{0} of {1} processes, {2}")
  @MethodSource("cases")
  void a_collective_has_the_bits_of_workers(
      String name, int size, Shape shape, ArrayFn collective) {
    assertSameAsWorkers(collective, rows(DType.F32, size, shape));
    assertSameAsWorkers(jit(collective), rows(DType.F32, size, shape));
  }

  @ParameterizedTest(name = "{0} of {1}")
  @MethodSource("dtypes")
  void sums_of_many_buckets_have_the_bits_of_workers(DType dtype, int size) {
    assertSameAsWorkers(x -> Lax.psum(x, "i"), rows(dtype, size, Shape.of(MANY)));
  }

  static Stream<Arguments> dtypes() {
    return Stream.of(
        Arguments.of(DType.F32, 8),
        Arguments.of(DType.F32, 3),
        Arguments.of(DType.BF16, 3),
        Arguments.of(DType.F64, 2),
        Arguments.of(DType.I32, 4));
  }

  @Test
  void groups_of_processes_meet_among_themselves() {
    for (var shape : List.of(Shape.of(4), Shape.of(4, 1001))) {
      var rows = rows(DType.F32, 4, shape);
      assertSameAsWorkers(x -> Lax.psum(x, "i", PAIRS), rows);
      assertSameAsWorkers(x -> Lax.psum(x, "i", new int[][] {{0, 1, 3}, {2}}), rows);
      assertSameAsWorkers(x -> Lax.allGather(x, "i", PAIRS), rows);
      assertSameAsWorkers(x -> Lax.psumScatter(x, "i", 0, true, PAIRS), rows);
    }
  }

  @Test
  void lanes_of_a_mapping_inside_meet_first() {
    ArrayFn sum = x -> Lax.psum(x, "j", "i");
    var rows = rows(DType.F32, 2, Shape.of(3, 7));
    assertSameAsWorkers(x -> vmap(sum).axisName("j").apply(x), rows);
    assertSameAsWorkers(x -> pmap(sum).axisName("j").apply(x), rows);
  }

  @Test
  void a_training_step_keeps_replicas_alike() {
    var data = rows(DType.F32, 3, Shape.of(32, 5));
    var step =
        jit((Array w, Array x) -> {
          var gradient =
              valueAndGrad((Array v) -> x.matmul(v).sub(1).square().mean()).apply(w).grads();
          return w.sub(Lax.pmean(gradient, "batch").mul(.1f));
        });
    var weights =
        Members.run(
            3,
            group ->
                group.run(
                    "batch",
                    () -> {
                      Array w = vector(1, 2, 3, 4, 5);
                      for (int i = 0; i < 20; i++) {
                        w = step.apply(w, data.row(group.rank()));
                      }
                      return w;
                    }));
    Array w = vector(1, 2, 3, 4, 5);
    var together = pmap((Array v, Array x) -> step.apply(v, x)).inAxes(null, 0).axisName("batch");
    for (int i = 0; i < 20; i++) {
      w = together.apply(w, data).concrete("test").row(0);
    }
    for (var each : weights) {
      assertThat(exact(List.of(each))).isEqualTo(exact(List.of(w)));
    }
  }

  @Test
  void gradients_of_all_layers_are_those_of_workers() {
    int depth = 6;
    var data = rows(DType.F32, 3, Shape.of(16, 40));
    var layers = rows(DType.F32, depth, Shape.of(40, 40)).mul(.1f).concrete("test");
    var gradients =
        jit((List<Array> weights, Array x) ->
            Lax.pmean(
                grad(
                        (List<Array> w) -> {
                          var y = x;
                          for (var each : w) {
                            y = y.matmul(each).tanh();
                          }
                          return y.square().mean();
                        })
                    .apply(weights),
                "i"));
    List<Array> weights = new ArrayList<>();
    for (int i = 0; i < depth; i++) {
      weights.add(layers.row(i));
    }
    var each =
        Members.run(
            3, group -> group.run("i", () -> gradients.apply(weights, data.row(group.rank()))));
    var together =
        pmap((List<Array> w, Array x) -> gradients.apply(w, x))
            .inAxes(null, 0)
            .axisName("i")
            .apply(weights, data);
    for (int rank = 0; rank < 3; rank++) {
      for (int i = 0; i < depth; i++) {
        var expected = together.get(i).concrete("test").row(rank);
        assertThat(exact(List.of(each.get(rank).get(i)))).isEqualTo(exact(List.of(expected)));
      }
    }
  }

  @Test
  void combined_sums_have_the_bits_of_sums_alone() {
    ArrayFn each = x -> Lax.psum(x, "i");
    ArrayFn largest = x -> Lax.pmax(x, "i");
    ArrayFn inPairs = x -> Lax.psum(x, "i", PAIRS);
    var shapes = List.of(Shape.of(7), Shape.scalar(), Shape.of(0, 3), Shape.of(301, 11));
    for (var dtype : List.of(DType.F32, DType.BF16)) {
      for (var collective : List.of(each, largest, inPairs)) {
        var rows = shapes.stream().map(shape -> rows(dtype, 4, shape)).toList();
        var together = jit((List<Array> x) -> x.stream().map(collective::apply).toList());
        var results =
            Members.run(
                4,
                group -> {
                  List<Array> mine =
                      rows.stream().<Array>map(all -> all.row(group.rank())).toList();
                  return group.run(
                      "i",
                      () ->
                          List.of(
                              together.apply(mine), mine.stream().map(collective::apply).toList()));
                });
        assertThat(results)
            .allSatisfy(
                both -> assertThat(exact(both.getFirst())).isEqualTo(exact(both.getLast())));
      }
    }
  }

  @Test
  void a_group_may_wait_without_an_end() {
    var forever = ChronoUnit.FOREVER.getDuration();
    for (var time : List.of(forever, Duration.ofDays(40))) {
      var sums =
          Members.run(
              2,
              options -> options.withJoinTimeout(time).withHeartbeatTimeout(time),
              group -> group.size());
      assertThat(sums).containsExactly(2, 2);
    }
  }

  @Test
  void a_group_of_one_process_needs_no_connection() {
    try (var group = ProcessGroup.join(GroupOptions.of(0, 1, "nowhere.invalid", 1))) {
      assertThat(group.run("i", () -> Lax.psum(vector(1, 2), "i")).toFloats())
          .containsExactly(1, 2);
      group.barrier();
      assertThat(group).hasToString("Process 0 of 1");
    }
  }

  @Test
  void an_operand_of_a_collective_can_be_donated_afterwards() {
    var step = jit((Array w) -> w.sub(Lax.pmean(w.mul(w), "i"))).donate(0);
    var gather = jit((Array w) -> w.add(Lax.allGather(w, "i").sum())).donate(0);
    Members.run(
        2,
        group ->
            group.run(
                "i",
                () -> {
                  var w = vector(1, 2, 3).mul(2).concrete("a test");
                  var memory = w.buffer().storage();
                  for (var f : List.of(step, gather)) {
                    w = f.apply(w).concrete("a test");
                    assertThat(w.buffer().storage()).isSameAs(memory);
                    Lax.psum(w, "i");
                  }
                  return w;
                }));
  }

  @Test
  void a_step_in_a_group_of_one_process_is_the_program_of_a_step_outside() {
    Array x = rows(DType.F32, 1, Shape.of(16, 40)).row(0);
    Array w = rows(DType.F32, 1, Shape.of(40, 40)).row(0);
    ArrayFn loss = v -> x.matmul(v).tanh().square().mean();
    var outside = jit((Array v) -> v.sub(grad(loss::apply).apply(v).mul(.1f)));
    var inside = jit((Array v) -> v.sub(Lax.pmean(grad(loss::apply).apply(v), "i").mul(.1f)));

    try (var group = ProcessGroup.join(GroupOptions.of(0, 1, "nowhere.invalid", 1))) {
      assertThat(group.run("i", () -> inside.explain(w)).toString())
          .isEqualTo(outside.explain(w).toString());
    }
  }

  @Test
  void a_barrier_waits_for_all() {
    var arrived = new AtomicInteger();
    var seen =
        Members.run(
            3,
            group -> {
              arrived.incrementAndGet();
              group.barrier();
              return arrived.get();
            });
    assertThat(seen).containsOnly(3);
  }

  @Test
  void rank_0_may_listen_on_a_free_port_that_a_launcher_makes_known() throws Exception {
    int size = 3;
    var port = new CompletableFuture<String>();
    try (var threads = Executors.newFixedThreadPool(size)) {
      var sums = new ArrayList<Future<NdArray>>();
      for (int i = 0; i < size; i++) {
        var options = GroupOptions.of(i, size, Members.HOST, 0);
        sums.add(
            threads.submit(() -> {
              UnaryOperator<String> broadcast =
                  text -> text.isEmpty() ? port.join() : completed(port, text);
              try (var group = ProcessGroup.join(options, broadcast)) {
                return group.run("i", () -> Lax.axisIndex("i").concrete("test"));
              }
            }));
      }
      for (int i = 0; i < size; i++) {
        assertThat(sums.get(i).get().item()).isEqualTo(i);
      }
    }
  }

  private static String completed(CompletableFuture<String> future, String text) {
    future.complete(text);
    return text;
  }
}

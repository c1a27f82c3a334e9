package io.cambric.transform;

import static io.cambric.testing.TestArrays.matrix;
import static io.cambric.testing.TestArrays.scalar;
import static io.cambric.testing.TestArrays.vector;
import static io.cambric.transform.Transforms.cond;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.jvp;
import static io.cambric.transform.Transforms.linearize;
import static io.cambric.transform.Transforms.pmap;
import static io.cambric.transform.Transforms.scan;
import static io.cambric.transform.Transforms.vjp;
import static io.cambric.transform.Transforms.vmap;
import static io.cambric.transform.Transforms.whileLoop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Lowering;
import io.cambric.core.NdArray;
import io.cambric.core.Primitive;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.errors.ShapeException;
import io.cambric.errors.UnboundAxisException;
import io.cambric.errors.WorkerException;
import io.cambric.lax.Lax;
import io.cambric.testing.TestArrays;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.result.Carry;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Mappings over workers, which run the slices and give the results of vmap. */
@Timeout(60)
class PmapTest {

  private static final NdArray X = vector(1, 2, 3);
  private static final NdArray ROWS = matrix(3, 2, 1, 2, 3, 4, 5, 6);

  private static ArrayFn over(String name, ArrayFn function) {
    return pmap(function).axisName(name);
  }

  @Test
  void axes_are_mapped_as_in_vmap() {
    assertThat(pmap(row -> row.sum()).apply(ROWS).toFloats()).containsExactly(3, 7, 11);
    assertThat(pmap((x, y) -> x.mul(y).sum()).apply(ROWS, ROWS).toFloats())
        .containsExactly(5, 25, 61);
    var shared = pmap((x, y) -> x.mul(y)).inAxes(1, null).outAxes(-1);
    assertThat(shared.apply(ROWS, X).shape()).isEqualTo(Shape.of(3, 2));
    assertThat(shared.apply(ROWS, X).toFloats()).containsExactly(1, 2, 6, 8, 15, 18);
    var tree =
        pmap((Map<String, Array> m) -> List.of(m.get("x").sum(), m.get("w")))
            .inAxes(TreeAxes.of(0).sharedAt("w"))
            .outAxes(java.util.Arrays.asList(0, null));
    var out = tree.apply(Map.of("x", ROWS, "w", X));
    assertThat(out.get(0).toFloats()).containsExactly(3, 7, 11);
    assertThat(out.get(1).toFloats()).containsExactly(1, 2, 3);
  }

  @Test
  void a_function_of_three_pytrees_is_mapped_over_an_axis_of_each() {
    ArrayFn mean = x -> Lax.pmean(x, "i");
    var step =
        pmap((Array w, Array x, Array y) -> mean.apply(w.mul(x).sum().sub(y)))
            .inAxes(null, 0, 0)
            .outAxes(null)
            .axisName("i");

    assertThat(step.apply(vector(1, 10), ROWS, X).item()).isEqualTo(41);
    assertThat(pmap((Array x, Array y, Array z) -> x.add(y).mul(z)).apply(X, X, X).toFloats())
        .containsExactly(2, 8, 18);
  }

  @Test
  void misuse_is_refused_as_by_vmap() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> pmap((x, y) -> x).apply(ROWS, vector(1, 2)))
        .withMessage(
            "pmap needs the same size along all mapped axes, but leaf \"0\" has 3 and leaf "
                + "\"1\", f32[2], has 2 along axis 0.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> pmap(x -> x).apply(scalar(1)))
        .withMessage(
            "pmap maps axis 0 of each argument, but leaf \"0\" is f32[]. Set its inAxes to "
                + "null to share it.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> pmap(x -> x).outAxes(null).apply(X))
        .withMessage(
            "pmap with outAxes null needs results that all lanes share, but leaf \"\" differs"
                + " between lanes. Give it an axis.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> pmap(x -> x).inAxes(null).apply(X))
        .withMessage(
            "pmap needs at least one mapped argument to infer the number of lanes, but got "
                + "none. Set axisSize(n).");
    assertThatExceptionOfType(UnboundAxisException.class)
        .isThrownBy(() -> over("i", x -> Lax.psum(x, "j")).apply(X))
        .withMessage(
            "psum needs a mapping around it with the axis name \"j\", but the names bound "
                + "here are [i]. Add axisName(\"j\") to vmap or pmap.");
  }

  /** An operation that notes the thread it runs on. */
  record NoteThread(Set<Thread> threads) implements Primitive {
    @Override
    public String name() {
      return "note_thread";
    }

    @Override
    public List<ShapedArray> abstractEval(List<ShapedArray> operands) {
      return operands;
    }

    @Override
    public Lowering lower(List<ShapedArray> operands) {
      return new Lowering.Kernel((_, in, out, _) -> {
        threads.add(Thread.currentThread());
        out.getFirst()
            .buffer()
            .setDouble(
                out.getFirst().offset(), in.getFirst().buffer().getDouble(in.getFirst().offset()));
      });
    }
  }

  @Test
  void each_slice_has_a_thread_of_its_own() {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    var noted = over("i", x -> Lax.psum(Trace.bind(new NoteThread(threads), x), "i")).apply(X);

    assertThat(noted.toFloats()).containsExactly(6, 6, 6);
    assertThat(threads).hasSize(3).doesNotContain(Thread.currentThread());
  }

  @Test
  void there_may_be_many_more_slices_than_processors() {
    int count = 300;
    var ones = Lax.full(new ShapedArray(Shape.of(count), DType.F32), 1);
    var out =
        over(
                "i",
                x -> {
                  var index = Lax.axisIndex("i").astype(DType.F32);
                  return Lax.psum(x.mul(index), "i").add(Lax.pmax(index, "i"));
                })
            .apply(ones);

    float expected = count * (count - 1) / 2f + count - 1;
    assertThat(out.toFloats()).hasSize(count).containsOnly(expected);
  }

  @Test
  void lanes_of_no_mapping_at_all_give_nothing() {
    assertThat(over("i", x -> Lax.psum(x, "i")).apply(vector()).shape()).isEqualTo(Shape.of(0));
  }

  @Test
  void gradients_go_through_it() {
    ArrayFn sums = x -> over("i", y -> Lax.psum(y.mul(y), "i")).apply(x).sum();
    assertThat(grad(sums).apply(X).toFloats()).containsExactly(6, 12, 18);
    assertThat(jit(grad(jit(sums))).apply(X).toFloats()).containsExactly(6, 12, 18);
    assertThat(over("i", grad(y -> Lax.psum(y.mul(y), "i"))).apply(X).toFloats())
        .containsExactly(6, 12, 18);
    assertThat(jvp(sums, X, X).tangent().toFloats()).containsExactly(84);
    assertThat(linearize(sums, X).linear().apply(X).toFloats()).containsExactly(84);
  }

  @Test
  void cotangents_of_what_the_slices_share_are_summed() {
    var scaled = pmap((Array w, Array x) -> w.mul(x)).inAxes(null, 0);
    var pullback = vjp((Array w) -> scaled.apply(w, X), scalar(10)).pullback();

    assertThat(pullback.apply(vector(1, 10, 100)).toFloats()).containsExactly(321);
    // Arrays that the function captures are shared, too.
    ArrayFn captured = w -> pmap(x -> w.mul(x)).apply(X).sum();
    assertThat(grad(captured).apply(scalar(10)).toFloats()).containsExactly(6);
  }

  @Test
  void second_derivatives_go_through_it() {
    ArrayFn cubes = x -> over("i", y -> Lax.psum(y.mul(y).mul(y), "i")).apply(x).sum();
    ArrayFn slope = x -> grad(cubes).apply(x).sum();
    assertThat(grad(slope).apply(X).toFloats()).containsExactly(18, 36, 54);
  }

  @Test
  void it_nests_with_vmap_either_way_under_two_names() {
    ArrayFn both =
        x -> Lax.psum(x, "i").mul(100).add(Lax.psum(x, "j")).add(Lax.axisIndex("i", "j"));
    var expected = vmap(vmap(both).axisName("j")).axisName("i").apply(ROWS).toFloats();

    assertThat(over("i", vmap(both).axisName("j")).apply(ROWS).toFloats())
        .containsExactly(expected);
    assertThat(vmap(over("j", both)).axisName("i").apply(ROWS).toFloats())
        .containsExactly(expected);
    assertThat(over("i", over("j", both)).apply(ROWS).toFloats()).containsExactly(expected);
    assertThat(jit(over("i", jit(over("j", jit(both))))).apply(ROWS).toFloats())
        .containsExactly(expected);
  }

  @Test
  void of_two_axes_of_one_name_the_inner_one_is_meant() {
    ArrayFn sum = x -> Lax.psum(x, "i");
    assertThat(over("i", over("i", sum)).apply(ROWS).toFloats())
        .containsExactly(3, 3, 7, 7, 11, 11);
    assertThat(vmap(over("i", sum)).axisName("i").apply(ROWS).toFloats())
        .containsExactly(3, 3, 7, 7, 11, 11);
    assertThat(over("i", vmap(sum).axisName("i")).apply(ROWS).toFloats())
        .containsExactly(3, 3, 7, 7, 11, 11);
  }

  @Test
  void gradients_go_through_nested_ones() {
    ArrayFn both = x -> Lax.psum(x.mul(x), "i", "j").mul(x);
    ArrayFn inVmap = x -> vmap(vmap(both).axisName("j")).axisName("i").apply(x).sum();
    ArrayFn inPmap = x -> over("i", over("j", both)).apply(x).sum();
    ArrayFn inBoth = x -> vmap(over("j", both)).axisName("i").apply(x).sum();
    var expected = grad(inVmap).apply(ROWS).toFloats();

    assertThat(grad(inPmap).apply(ROWS).toFloats()).containsExactly(expected);
    assertThat(grad(inBoth).apply(ROWS).toFloats()).containsExactly(expected);
  }

  @Test
  void loops_hold_collectives() {
    ArrayFn scanned =
        x ->
            scan(
                    (Array c, Array row) ->
                        new Carry<>(c.sub(Lax.pmean(c, "i").mul(.5f)).add(row), Lax.psum(c, "i")),
                    x,
                    vector(0, 0, 0))
                .output();
    assertThat(over("i", scanned).apply(X).toFloats())
        .containsExactly(6, 3, 1.5f, 6, 3, 1.5f, 6, 3, 1.5f);
    ArrayFn slope = x -> over("i", scanned).apply(x).sum();
    ArrayFn slopeInVmap = x -> vmap(scanned).axisName("i").apply(x).sum();
    assertThat(grad(slope).apply(X).toFloats())
        .containsExactly(grad(slopeInVmap).apply(X).toFloats());
    assertThat(
            over(
                    "i",
                    x -> whileLoop((Array c) -> Lax.psum(c, "i").lt(40), (Array c) -> c.mul(2), x))
                .apply(X)
                .toFloats())
        .containsExactly(8, 16, 24);
    // A loop around the workers.
    var around =
        scan(
            (Array c, Array row) -> new Carry<>(over("i", x -> Lax.psum(x, "i")).apply(c), row),
            X,
            vector(0, 0));
    assertThat(around.carry().toFloats()).containsExactly(18, 18, 18);
  }

  @Test
  void branches_without_collectives_may_differ() {
    var out = pmap(x -> cond(x.gt(1.5f), (Array a) -> a.mul(10), (Array a) -> a.neg(), x)).apply(X);
    assertThat(out.toFloats()).containsExactly(-1, 20, 30);
    var doubled = pmap(x -> whileLoop((Array c) -> c.lt(10), (Array c) -> c.mul(2), x)).apply(X);
    assertThat(doubled.toFloats()).containsExactly(16, 16, 12);
  }

  @Test
  void workers_that_end_while_others_wait_stop_all() {
    ArrayFn uneven =
        over("i", x -> cond(x.gt(1.5f), (Array a) -> Lax.psum(a, "i"), (Array a) -> a, x));

    assertThatExceptionOfType(WorkerException.class)
        .isThrownBy(() -> uneven.apply(X))
        .withMessageStartingWith(
            "Workers of pmap over axis i:3 need the same collectives in the same order, but worker")
        .withMessageEndingWith(
            ". Let all workers take the same branches and iterations around a collective.");
  }

  @Test
  void workers_that_come_to_different_collectives_stop_all() {
    ArrayFn mixed =
        over(
            "i",
            x -> cond(x.gt(1.5f), (Array a) -> Lax.psum(a, "i"), (Array a) -> Lax.pmax(a, "i"), x));

    assertThatExceptionOfType(WorkerException.class)
        .isThrownBy(() -> mixed.apply(vector(1, 2)))
        .withMessageMatching(
            "Workers of pmap over axis i:2 need the same collectives in the same order, but "
                + "worker (0 reached pmax while others are waiting in psum|1 reached psum while "
                + "others are waiting in pmax)\\. Let all workers .*");
  }

  /** An operation that fails for some operands. */
  record FailAt(double value) implements Primitive {
    @Override
    public String name() {
      return "fail_at";
    }

    @Override
    public List<ShapedArray> abstractEval(List<ShapedArray> operands) {
      return operands;
    }

    @Override
    public Lowering lower(List<ShapedArray> operands) {
      return new Lowering.Kernel((_, in, out, _) -> {
        double x = in.getFirst().buffer().getDouble(in.getFirst().offset());
        if (x == value) {
          throw new IllegalArgumentException("no " + value);
        }
        out.getFirst().buffer().setDouble(out.getFirst().offset(), x);
      });
    }
  }

  @Test
  void a_worker_that_fails_ends_all_and_its_exception_is_the_cause() {
    ArrayFn failing = over("i", x -> Lax.psum(Lax.psum(Trace.bind(new FailAt(2), x), "i"), "i"));

    assertThatExceptionOfType(WorkerException.class)
        .isThrownBy(() -> failing.apply(X))
        .withMessage(
            "Worker 1 of pmap over axis i:3 failed: java.lang.IllegalArgumentException: no 2.0")
        .withCauseInstanceOf(IllegalArgumentException.class);
    assertThat(failing.apply(vector(1, 3)).toFloats()).containsExactly(8, 8);
  }

  @Test
  void a_failure_of_an_inner_worker_ends_the_outer_ones() {
    ArrayFn failing = over("i", over("j", x -> Lax.psum(Trace.bind(new FailAt(4), x), "i", "j")));

    assertThatExceptionOfType(WorkerException.class)
        .isThrownBy(() -> failing.apply(ROWS))
        .withMessageStartingWith("Worker 1 of pmap over axis i:3 failed: ")
        .havingCause()
        .isInstanceOf(WorkerException.class)
        .withMessage(
            "Worker 1 of pmap over axis j:2 failed: java.lang.IllegalArgumentException: no 4.0");
  }

  @Test
  void a_kept_function_is_traced_once() {
    int[] traced = {0};
    ArrayFn function =
        over(
            "i",
            x -> {
              traced[0]++;
              return Lax.psum(x, "i");
            });
    function.apply(X);
    function.apply(X);
    assertThat(traced[0]).isEqualTo(1);
    function.apply(vector(1, 2));
    assertThat(traced[0]).isEqualTo(2);
  }

  @Test
  void results_are_those_of_vmap_bit_by_bit_however_often_it_runs() {
    var x = TestArrays.normal(io.cambric.testing.Seeds.generator(1), DType.F32, Shape.of(7, 5));
    ArrayFn softmax =
        y -> {
          var e = y.sub(Lax.pmax(y, "i")).exp();
          return e.div(Lax.psum(e, "i"));
        };
    var expected = vmap(softmax).axisName("i").apply(x).toFloats();
    var parallel = over("i", softmax);
    for (int run = 0; run < 50; run++) {
      assertThat(parallel.apply(x).toFloats()).containsExactly(expected);
    }
  }
}

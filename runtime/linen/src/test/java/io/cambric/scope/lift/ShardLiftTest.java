package io.cambric.scope.lift;

import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.vmap;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.MappedAxis;
import io.cambric.interpreters.AxisTrace;
import io.cambric.lax.Lax;
import io.cambric.numpy.Initializers;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.AxisRule;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.LogicalAxes;
import io.cambric.scope.LogicallyPartitioned;
import io.cambric.scope.Params;
import io.cambric.scope.Rngs;
import io.cambric.scope.Scope;
import io.cambric.scope.ScopeFn;
import io.cambric.scope.Scopes;
import io.cambric.scope.Shard;
import io.cambric.scope.Shards;
import io.cambric.scope.Variables;
import io.cambric.transform.Lowered;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.Carry;
import io.cambric.tree.Trees;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Functions of scopes that gather their variables from the lanes of a named axis. */
class ShardLiftTest {

  private static final int LANES = 4;

  private static final int FEATURES = 32;

  private static final long KERNEL = FEATURES * FEATURES * Float.BYTES;

  private static final List<String> NAMES = List.of("in", "out");

  private static final List<AxisRule> RULES = List.of(AxisRule.of("in", "i"));

  private static Array dense(Scope scope, Array x) {
    var init = LogicalAxes.withLogicalPartitioning(Initializers.lecunNormal(), NAMES, RULES);
    return x.matmul(scope.param("kernel", init, Shape.of(x.dim(-1), FEATURES), DType.F32)).tanh();
  }

  private static final ScanLift SCAN =
      ScanLift.NONE
          .withVariableAxis("params", 0)
          .withSplitRngs("params")
          .withPartitionName("layers");

  private static final ScopeFn<Array, Array> SHARDED = Lifts.sharded(ShardLiftTest::dense);

  private static final ScopeFn<Array, Array> CHECKPOINTED =
      (scope, x) ->
          RematLift.ALL.<Array>run(
              List.of(scope),
              (scopes, arguments) -> SHARDED.apply(scopes.getFirst(), (Array) arguments.getFirst()),
              List.of(x));

  private static Array layers(ScopeFn<Array, Array> layer, int depth, Variables v, Array x) {
    return Scopes.apply(
        v,
        scope -> {
          var y = x;
          for (int i = 0; i < depth; i++) {
            y = layer.apply(scope.push("layer_" + i), y);
          }
          return y;
        });
  }

  /** {@return the shards of one lane} */
  private static Variables shards(int depth) {
    var params = Params.empty();
    for (int i = 0; i < depth; i++) {
      var slice = Numpy.zeros(Shape.of(FEATURES / LANES, FEATURES));
      var shard = new Shard(new LogicallyPartitioned(slice, NAMES, RULES), "i", 0);
      params = params.with("layer_" + i, Params.of("kernel", shard));
    }
    return Variables.of(params);
  }

  private static Lowered lowered(int depth, Fn2<Variables, Array, ?> function) {
    return AxisTrace.with(
        new MappedAxis(LANES, "i"),
        () -> jit(function).lower(shards(depth), Numpy.ones(1, FEATURES)));
  }

  private static Lowered forward(int depth) {
    return lowered(depth, (v, x) -> layers(SHARDED, depth, v, x));
  }

  private static Lowered gradients(ScopeFn<Array, Array> layer, int depth) {
    return lowered(
        depth, (v, x) -> grad((Variables w) -> layers(layer, depth, w, x).sum()).apply(v));
  }

  @Test
  void a_program_has_the_kernel_of_one_layer_at_a_time() {
    long more = forward(12).temporaryBytes() - forward(4).temporaryBytes();
    assertThat(more).isLessThan(KERNEL);
  }

  @Test
  void a_backward_pass_has_the_kernels_of_all_layers_unless_they_are_checkpointed() {
    long kept = gradients(SHARDED, 12).temporaryBytes() - gradients(SHARDED, 4).temporaryBytes();
    assertThat(kept).isGreaterThan(7 * KERNEL);

    long freed =
        gradients(CHECKPOINTED, 12).temporaryBytes() - gradients(CHECKPOINTED, 4).temporaryBytes();
    assertThat(freed).isLessThan(KERNEL);
  }

  @Test
  void a_layer_is_not_gathered_before_its_arguments_are_known() {
    var text = forward(2).explain();
    assertThat(text).contains("all_gather").doesNotContain("all_gather_start");
  }

  @Test
  void layers_of_a_scan_are_gathered_one_in_each_iteration() {
    var loop =
        Lifts.<Array, Array, Array>scan(
            (scope, carry, x) -> {
              var y = SHARDED.apply(scope, carry.add(x));
              return new Carry<>(y, y);
            },
            SCAN);
    var plain =
        Lifts.<Array, Array, Array>scan(
            (scope, carry, x) -> {
              var y = dense(scope, carry.add(x));
              return new Carry<>(y, y);
            },
            SCAN);
    var xs = Numpy.arange(3 * FEATURES).reshape(3, FEATURES).div(100);
    var zero = Numpy.zeros(Shape.of(FEATURES));
    var whole = Scopes.init(Key.of(0), scope -> plain.apply(scope, zero, xs));

    var shards =
        vmap((Array _) -> Scopes.init(Key.of(0), scope -> loop.apply(scope, zero, xs)))
            .axisName("i")
            .apply(Numpy.ones(LANES));
    assertThat(shards.params().find("kernel").orElseThrow())
        .isInstanceOfSatisfying(
            Shard.class,
            shard -> {
              assertThat(shard.dimension()).isEqualTo(1);
              assertThat(((LogicallyPartitioned) shard.box()).names())
                  .containsExactly("layers", "in", "out");
            });
    var carries =
        vmap((Variables v) -> Scopes.apply(v, scope -> loop.apply(scope, zero, xs)).carry())
            .axisName("i")
            .apply(shards);
    assertThat(carries.get(LANES - 1).toFloats())
        .isEqualTo(Scopes.apply(whole, scope -> plain.apply(scope, zero, xs)).carry().toFloats());
    var gathered = vmap((Variables v) -> Shards.gather(v)).axisName("i").apply(shards);
    Variables one = Trees.map(gathered, (Array leaf) -> leaf.get(1));
    assertThat(Trees.structure(one)).isEqualTo(Trees.structure(whole));
    assertThat(((Array) Trees.leaves(one).getFirst()).toFloats())
        .isEqualTo(((Array) Trees.leaves(whole).getFirst()).toFloats());
  }

  @Test
  void variables_that_a_sharded_function_writes_stay_divided() {
    var init = LogicalAxes.withLogicalPartitioning(() -> Numpy.zeros(Shape.of(8)), "in");
    var counted =
        Lifts.<Array, Array>sharded((scope, x) -> {
          var mean = scope.<Array>variable("state", "mean", init);
          mean.update(before -> before.add(x));
          return mean.get();
        });
    var xs = Numpy.arange(LANES * 8).reshape(LANES, 8);
    var result =
        LogicalAxes.logicalAxisRules(
            RULES,
            () ->
                vmap(
                        (Array x) -> {
                          var made = Scopes.init(Key.of(0), scope -> counted.apply(scope, x));
                          return Scopes.apply(
                                  made,
                                  CollectionFilter.of("state"),
                                  Rngs.none(),
                                  scope -> counted.apply(scope, x))
                              .variables();
                        })
                    .axisName("i")
                    .apply(xs));
    assertThat(result.collection("state").find("mean").orElseThrow())
        .isInstanceOfSatisfying(
            Shard.class,
            shard ->
                assertThat(((Array) Trees.leaves(shard).getFirst()).toFloats())
                    .containsExactly(0, 2, 20, 22, 40, 42, 60, 62));
  }

  @Test
  void a_shared_axis_sums_the_gradients_of_its_lanes() {
    var gradients =
        vmap(
                (Array x) -> {
                  var v = Scopes.init(Key.of(0), scope -> SHARDED.apply(scope, x));
                  var g =
                      grad(
                          (Variables w) -> Scopes.apply(w, scope -> SHARDED.apply(scope, x)).sum());
                  return Shards.gather(g.apply(v));
                })
            .axisName("i");
    var sums =
        vmap(
                (Array x) -> {
                  var v = Scopes.init(Key.of(0), scope -> dense(scope, x));
                  var g = grad((Variables w) -> Scopes.apply(w, scope -> dense(scope, x)).sum());
                  return Lax.psum(g.apply(v), "i");
                })
            .axisName("i");
    var xs = Numpy.arange(LANES * 8).reshape(LANES, 1, 8).div(10);
    assertThat(((Array) Trees.leaves(gradients.apply(xs)).getFirst()).toFloats())
        .isEqualTo(((Array) Trees.leaves(sums.apply(xs)).getFirst()).toFloats());
  }
}

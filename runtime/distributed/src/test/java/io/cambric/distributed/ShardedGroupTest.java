package io.cambric.distributed;

import static io.cambric.testing.TestArrays.exact;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.pmap;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.numpy.Initializers;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import io.cambric.scope.AxisRule;
import io.cambric.scope.LogicalAxes;
import io.cambric.scope.Scope;
import io.cambric.scope.ScopeFn;
import io.cambric.scope.Scopes;
import io.cambric.scope.Shards;
import io.cambric.scope.Variables;
import io.cambric.scope.lift.Lifts;
import io.cambric.tree.Trees;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes of a group keep slices of parameters, and compute what workers with all of them do. */
@Timeout(60)
class ShardedGroupTest {

  private static final List<AxisRule> RULES = List.of(AxisRule.of("in", "i"));

  private static Array dense(Scope scope, Array x) {
    var init =
        LogicalAxes.withLogicalPartitioning(
            Initializers.lecunNormal(), List.of("in", "out"), RULES);
    var kernel = scope.param("kernel", init, Shape.of(x.dim(-1), 7), DType.F32);
    return x.matmul(kernel).add(scope.param("bias", Initializers.zeros(), Shape.of(7), DType.F32));
  }

  private static Variables trained(ScopeFn<Array, Array> layer, boolean isSharded, Array x) {
    var variables = Scopes.init(Key.of(0), scope -> layer.apply(scope, x));
    var step =
        jit((Variables v, Array rows) -> {
          var grads =
              grad((Variables w) ->
                      Scopes.apply(w, scope -> layer.apply(scope, rows)).square().mean())
                  .apply(v);
          var means = isSharded ? Shards.pmean(grads, "i") : Lax.pmean(grads, "i");
          return Trees.map(v, means, (Array w, Array g) -> w.sub(g.mul(.1)));
        });
    for (int i = 0; i < 3; i++) {
      variables = step.apply(variables, x);
    }
    return variables;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void a_training_of_shards_has_the_bits_of_workers_with_whole_parameters(int size) {
    var data = Random.normal(Key.of(1), Shape.of(size, 5, 12));
    var expected =
        pmap((Array x) -> trained(ShardedGroupTest::dense, false, x)).axisName("i").apply(data);
    var sharded = Lifts.sharded(ShardedGroupTest::dense);
    var results =
        Members.run(
            size,
            group ->
                group.run(
                    "i", () -> Shards.gather(trained(sharded, true, data.get(group.rank())))));
    for (int rank = 0; rank < size; rank++) {
      assertThat(exact(arrays(results.get(rank))))
          .isEqualTo(
              exact(
                  arrays(expected).stream().map(each -> each.concrete("a test").row(0)).toList()));
    }
  }

  private static List<Array> arrays(Variables variables) {
    return Trees.leaves(variables).stream().map(Array.class::cast).toList();
  }
}

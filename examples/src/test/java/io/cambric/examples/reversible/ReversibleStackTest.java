package io.cambric.examples.reversible;

import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.examples.digits.DigitsData;
import io.cambric.examples.images.Batch;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import io.cambric.optax.Optax;
import io.cambric.scope.Params;
import io.cambric.tree.Trees;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReversibleStackTest {

  private static final Batch IMAGES = images();

  private static Batch images() {
    var batch = DigitsData.builtIn().batches(32).getFirst();
    return new Batch(batch.images().reshape(32, 64), batch.labels());
  }

  private static StandardTrainState<ReversibleNet> state(int depth, StackResiduals residuals) {
    var net = ReversibleNet.of(16, depth, residuals);
    return StandardTrainState.create(net, net.init(Key.of(0), IMAGES.images()), Optax.sgd(0.1));
  }

  private static Params gradient(StandardTrainState<ReversibleNet> state) {
    return jit((Params params) ->
            grad((Params p) -> ReversibleTraining.loss(state, p, IMAGES)).apply(params))
        .apply(state.params());
  }

  private static double distance(Params a, Params b) {
    var differences =
        Trees.mapAll(List.of(a, b), (List<Array> each) -> each.get(0).sub(each.get(1)).abs().max());
    return Trees.leaves(differences).stream()
        .mapToDouble(leaf -> ((Array) leaf).item())
        .max()
        .orElseThrow();
  }

  @Test
  void the_inverse_of_a_block_gives_its_input() {
    var x =
        new Halves(
            Random.normal(Key.of(1), Shape.of(3, 8)), Random.normal(Key.of(2), Shape.of(3, 8)));
    var block = ReversibleBlock.of(16);
    var variables = block.init(Key.of(0), x);
    var y = block.apply(variables, x);
    var back = block.apply(variables, m -> m.inverse(y));

    assertThat(back.first().sub(x.first()).abs().max().item()).isLessThan(1e-5);
    assertThat(back.second().sub(x.second()).abs().max().item()).isLessThan(1e-5);
  }

  @ParameterizedTest
  @EnumSource(
      value = StackResiduals.class,
      names = {"CHECKPOINTS", "REVERSED"})
  void gradients_are_those_of_the_stored_residuals(StackResiduals residuals) {
    var stored = state(6, StackResiduals.STORED);
    var other = state(6, residuals);

    assertThat(distance(stored.params(), other.params())).isZero();
    assertThat(distance(gradient(stored), gradient(other))).isLessThan(1e-5);
  }

  @Test
  void memory_does_not_grow_with_the_depth() {
    long shallow = ReversibleTraining.gradientBytes(state(4, StackResiduals.REVERSED), IMAGES);
    long deep = ReversibleTraining.gradientBytes(state(40, StackResiduals.REVERSED), IMAGES);

    assertThat(deep).isEqualTo(shallow);
    assertThat(ReversibleTraining.gradientBytes(state(40, StackResiduals.STORED), IMAGES))
        .isGreaterThan(5 * deep);
  }
}

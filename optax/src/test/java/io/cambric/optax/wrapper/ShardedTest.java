package io.cambric.optax.wrapper;

import static io.cambric.optax.Optax.adamw;
import static io.cambric.optax.Optax.applyUpdates;
import static io.cambric.optax.Optax.chain;
import static io.cambric.optax.Optax.clipByGlobalNorm;
import static io.cambric.optax.Optax.lamb;
import static io.cambric.optax.Optax.sgd;
import static io.cambric.optax.Optax.sharded;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.pmap;
import static io.cambric.transform.Transforms.vmap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.PartitioningException;
import io.cambric.errors.UnboundAxisException;
import io.cambric.lax.Lax;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.OptState;
import io.cambric.scope.Shard;
import io.cambric.tree.Trees;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A state that is divided among lanes computes what one whole state in each lane does. */
class ShardedTest {

  private static final int LANES = 3;

  private static final Array DATA = Random.normal(Key.of(1), Shape.of(LANES, 8, 5));

  private static Map<String, Array> params() {
    return Map.of(
        "w",
        Random.normal(Key.of(2), Shape.of(5, 4)),
        "b",
        Numpy.ones(Shape.of(4)),
        "s",
        Numpy.ones(Shape.scalar()));
  }

  private static Map<String, Array> gradient(Map<String, Array> params, Array x) {
    return grad((Map<String, Array> p) ->
            x.matmul(p.get("w")).add(p.get("b")).mul(p.get("s")).square().mean())
        .apply(params);
  }

  private static Map<String, Array> trained(
      GradientTransformation tx, boolean ofLanes, Map<String, Array> params, Array x) {
    OptState state = tx.init(params);
    var p = params;
    for (int i = 0; i < 3; i++) {
      var gradient = gradient(p, x);
      var updated = tx.update(ofLanes ? gradient : Lax.pmean(gradient, "i"), state, p);
      p = applyUpdates(p, updated.updates());
      state = updated.state();
    }
    return p;
  }

  private static void assertSame(Map<String, Array> actual, Map<String, Array> expected) {
    for (var name : expected.keySet()) {
      assertThat(actual.get(name).toFloats()).isEqualTo(expected.get(name).toFloats());
    }
  }

  @Test
  void updates_have_the_bits_of_a_whole_state() {
    for (var tx : List.of(adamw(1e-2), sgd(0.1, 0.9))) {
      var expected = vmap((Array x) -> trained(tx, false, params(), x)).axisName("i").apply(DATA);
      var divided = sharded(tx, "i");
      assertSame(
          vmap((Array x) -> trained(divided, true, params(), x)).axisName("i").apply(DATA),
          expected);
      assertSame(
          pmap((Array x) -> trained(divided, true, params(), x)).axisName("i").apply(DATA),
          expected);
    }
  }

  @Test
  void global_norms_count_all_shares() {
    var tx = chain(clipByGlobalNorm(0.1), sgd(0.1, 0.9));
    var expected = vmap((Array x) -> trained(tx, false, params(), x)).axisName("i").apply(DATA);
    var actual =
        vmap((Array x) -> trained(sharded(tx, "i"), true, params(), x)).axisName("i").apply(DATA);
    for (var name : expected.keySet()) {
      assertThat(actual.get(name).toFloats())
          .containsExactly(expected.get(name).toFloats(), within(1e-6f));
    }
  }

  @Test
  void transformations_of_whole_arrays_are_refused() {
    assertThatExceptionOfType(PartitioningException.class)
        .isThrownBy(() ->
            vmap((Array x) -> sharded(lamb(0.1), "i").init(params())).axisName("i").apply(DATA))
        .withMessageContaining(
            "ScaleByTrustRatio needs whole arrays, but got a shard along dimension 0 over axis"
                + " \"i\" at \"0\".");
  }

  @Test
  void each_lane_has_the_state_of_its_share() {
    var tx = sharded(adamw(1e-2), "i");
    var states = vmap((Array x) -> tx.init(params())).axisName("i").apply(DATA);
    assertThat(Trees.leaves(states))
        .extracting(leaf -> ((Array) leaf).shape())
        .containsExactlyInAnyOrder(
            Shape.of(LANES),
            Shape.of(LANES, 2),
            Shape.of(LANES, 1),
            Shape.of(LANES, 7),
            Shape.of(LANES, 2),
            Shape.of(LANES, 1),
            Shape.of(LANES, 7));
  }

  @Test
  void a_state_is_made_where_the_axis_is_bound() {
    assertThatExceptionOfType(UnboundAxisException.class)
        .isThrownBy(() -> sharded(adamw(1e-2), "i").init(params()))
        .withMessageContaining("needs a mapping around it with the axis name \"i\"");
  }

  @Test
  void shards_are_refused_as_their_states_are_divided_already() {
    assertThatExceptionOfType(PartitioningException.class)
        .isThrownBy(() -> sharded(sgd(0.1), "i").init(List.of(new Shard(DATA, "i", 0))))
        .withMessageContaining(
            "sharded over axis \"i\" needs whole parameters, but got shards, whose state is "
                + "already divided. Use the inner transformation.");
  }
}

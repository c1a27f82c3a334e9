package io.cambric.nn;

import static io.cambric.module.ApplyOptions.strict;
import static io.cambric.optax.Optax.adam;
import static io.cambric.optax.Optax.applyUpdates;
import static io.cambric.optax.Optax.clipByGlobalNorm;
import static io.cambric.scope.LogicalAxes.logicalAxisRules;
import static io.cambric.transform.Transforms.pmap;
import static io.cambric.transform.Transforms.valueAndGrad;
import static io.cambric.transform.Transforms.vmap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ParamShapeException;
import io.cambric.errors.PartitioningException;
import io.cambric.errors.UnboundAxisException;
import io.cambric.errors.VariablesMismatchException;
import io.cambric.io.checkpoint.Checkpoints;
import io.cambric.lax.Lax;
import io.cambric.nn.training.DynamicScale;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.OptState;
import io.cambric.scope.AxisRule;
import io.cambric.scope.Shard;
import io.cambric.scope.Shards;
import io.cambric.scope.Variables;
import io.cambric.transform.function.Fn;
import io.cambric.tree.Trees;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lanes that keep slices of parameters compute what lanes with all parameters do, to the bit. */
class ShardedModulesTest {

  private static final List<AxisRule> RULES = List.of(AxisRule.of("mlp", "batch"));

  private static final int STEPS = 4;

  private static final NamedAxesMlp PLAIN = NamedAxesMlp.of(2, 12, false, false);
  private static final NamedAxesMlp SHARDED = NamedAxesMlp.of(2, 12, true, false);
  private static final NamedAxesMlp CHECKPOINTED = NamedAxesMlp.of(2, 12, true, true);

  /** A state of the training. */
  record State(Variables variables, OptState optimiser) {}

  private static Array data(int lanes) {
    return Random.normal(Key.of(1), Shape.of(lanes, 5, 8));
  }

  private static <R> R ruled(Supplier<R> body) {
    return logicalAxisRules(RULES, body);
  }

  /** {@return the arrays of all lanes, each a worker} */
  private static List<List<Float>> lanes(int lanes, Fn<Array, ?> function) {
    return floats(ruled(() -> pmap(function).axisName("batch").apply(data(lanes))));
  }

  private static List<List<Float>> floats(Object tree) {
    var all = new ArrayList<List<Float>>();
    for (var leaf : Trees.leaves(tree)) {
      var floats = new ArrayList<Float>();
      for (float each : ((Array) leaf).astype(DType.F32).toFloats()) {
        floats.add(each);
      }
      all.add(floats);
    }
    return all;
  }

  private static Variables init(NamedAxesMlp model, Array x) {
    return model.init(Key.of(0), x);
  }

  private static Function<Variables, Array> loss(NamedAxesMlp model, Array x) {
    return variables -> model.apply(variables, x).sub(x).square().mean();
  }

  private static State trained(NamedAxesMlp model, boolean isSharded, Array x) {
    var tx = adam(1e-2);
    var variables = init(model, x);
    var state = new State(variables, tx.init(variables));
    for (int i = 0; i < STEPS; i++) {
      var loss = loss(model, x);
      var grads = valueAndGrad((Variables v) -> loss.apply(v)).apply(state.variables()).grads();
      var mean = isSharded ? Shards.pmean(grads, "batch") : Lax.pmean(grads, "batch");
      var updated = tx.update(mean, state.optimiser(), state.variables());
      state = new State(applyUpdates(state.variables(), updated.updates()), updated.state());
    }
    return state;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void a_sharded_init_has_the_names_and_numbers_of_a_plain_one(int lanes) {
    assertThat(lanes(lanes, x -> Shards.gather(init(SHARDED, x))))
        .isEqualTo(lanes(lanes, x -> init(PLAIN, x)));
    var kept =
        ruled(() -> vmap((Array x) -> init(SHARDED, x)).axisName("batch").apply(data(lanes)));
    assertThat(kept.params().at("up_0").find("kernel").orElseThrow())
        .isInstanceOfSatisfying(
            Shard.class,
            shard -> {
              assertThat(shard.dimension()).isEqualTo(1);
              assertThat(((Array) Trees.leaves(shard).getFirst()).shape())
                  .isEqualTo(Shape.of(lanes, 8, 12 / lanes));
            });
    assertThat(kept.params().at("down_1").find("kernel").orElseThrow())
        .isInstanceOfSatisfying(Shard.class, shard -> assertThat(shard.dimension()).isZero());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void a_call_and_its_gradients_have_the_bits_of_whole_parameters(int lanes) {
    assertThat(lanes(lanes, x -> SHARDED.apply(init(SHARDED, x), x)))
        .isEqualTo(lanes(lanes, x -> PLAIN.apply(init(PLAIN, x), x)));
    var expected =
        lanes(
            lanes,
            x -> {
              var loss = loss(PLAIN, x);
              return Lax.pmean(
                  valueAndGrad((Variables v) -> loss.apply(v)).apply(init(PLAIN, x)).grads(),
                  "batch");
            });
    for (var model : List.of(SHARDED, CHECKPOINTED)) {
      var gradients =
          lanes(
              lanes,
              x -> {
                var loss = loss(model, x);
                var grads =
                    valueAndGrad((Variables v) -> loss.apply(v)).apply(init(model, x)).grads();
                return Shards.gather(Shards.pmean(grads, "batch"));
              });
      assertThat(gradients).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void steps_of_an_optimiser_on_shards_have_the_bits_of_steps_on_whole_parameters(int lanes) {
    var expected = lanes(lanes, x -> trained(PLAIN, false, x));
    for (var model : List.of(SHARDED, CHECKPOINTED)) {
      assertThat(lanes(lanes, x -> Shards.gather(trained(model, true, x)))).isEqualTo(expected);
    }
  }

  @Test
  void lanes_of_vmap_train_shards_as_well() {
    Fn<Array, State> ofShards = x -> Shards.gather(trained(CHECKPOINTED, true, x));
    Fn<Array, State> ofWhole = x -> trained(PLAIN, false, x);
    assertThat(floats(ruled(() -> vmap(ofShards).axisName("batch").apply(data(4)))))
        .isEqualTo(floats(ruled(() -> vmap(ofWhole).axisName("batch").apply(data(4)))));
  }

  @Test
  void a_state_is_divided_as_the_parameters_are() {
    var state =
        ruled(() -> vmap((Array x) -> trained(SHARDED, true, x)).axisName("batch").apply(data(4)));
    assertThat(Trees.leaves(state).stream().mapToInt(leaf -> ((Array) leaf).size()).sum())
        .isEqualTo(
            // The count of adam, and three values for each element of kernels and biases.
            4 + 3 * (4 * 8 * 12 + 4 * (2 * 12 + 2 * 8)));
  }

  @Test
  void a_global_norm_is_that_of_the_shards_of_all_lanes() {
    var clipped = clipByGlobalNorm(0.1);
    Fn<Array, Variables> ofShards =
        x -> {
          var shards = init(SHARDED, x);
          return Shards.gather(clipped.update(shards, clipped.init(shards), null).updates());
        };
    Fn<Array, Variables> ofWhole =
        x -> {
          var whole = init(PLAIN, x);
          return clipped.update(whole, clipped.init(whole), null).updates();
        };
    var expected = lanes(4, ofWhole);
    var actual = lanes(4, ofShards);
    for (int i = 0; i < expected.size(); i++) {
      for (int j = 0; j < expected.get(i).size(); j++) {
        assertThat(actual.get(i).get(j)).isCloseTo(expected.get(i).get(j), within(1e-7f));
      }
    }
  }

  @Test
  void all_lanes_see_an_element_of_one_shard_that_is_not_finite() {
    Fn<Array, Object> finite =
        x -> {
          var shards = Shards.shard(Shards.gather(init(SHARDED, x)));
          Variables one = Trees.map(shards, (Array leaf) -> leaf.div(Lax.axisIndex("batch")));
          return List.of(Leaves.areFinite(shards), Leaves.areFinite(one));
        };
    assertThat(lanes(2, finite)).isEqualTo(List.of(List.of(1f, 1f), List.of(0f, 0f)));
  }

  @Test
  void a_scaled_loss_averages_the_gradients_of_shards() {
    Fn<Array, Object> ofShards =
        x -> {
          var loss = loss(SHARDED, x);
          Fn<Variables, Array> scaled = loss::apply;
          var result = new DynamicScale().valueAndGrad(scaled, "batch").apply(init(SHARDED, x));
          return Shards.gather(result.grad());
        };
    Fn<Array, Object> ofWhole =
        x -> {
          var loss = loss(PLAIN, x);
          Fn<Variables, Array> scaled = loss::apply;
          return new DynamicScale().valueAndGrad(scaled, "batch").apply(init(PLAIN, x)).grad();
        };
    assertThat(lanes(2, ofShards)).isEqualTo(lanes(2, ofWhole));
  }

  @Test
  void a_checkpoint_of_the_whole_state_is_that_of_whole_parameters(@TempDir Path folder) {
    Fn<Array, State> whole = x -> Shards.gather(trained(SHARDED, true, x));
    var gathered = ruled(() -> pmap(whole).axisName("batch").apply(data(2)));
    State first = Trees.map(gathered, (Array leaf) -> leaf.get(0));
    Checkpoints.in(folder).save(first, STEPS);

    Array x = data(1).get(0);
    var variables = init(PLAIN, x);
    var restored = Checkpoints.in(folder).restore(new State(variables, adam(1e-2).init(variables)));
    assertThat(floats(restored)).isEqualTo(floats(first));
    assertThat(floats(PLAIN.apply(restored.variables(), x)))
        .isEqualTo(floats(SHARDED.apply(first.variables(), x)));
  }

  @Test
  void a_checkpoint_of_shards_is_restored_into_shards(@TempDir Path folder) {
    var states =
        ruled(() -> vmap((Array x) -> trained(SHARDED, true, x)).axisName("batch").apply(data(2)));
    State own = Trees.map(states, (Array leaf) -> leaf.get(1));
    Checkpoints.in(folder).save(own, STEPS);
    State fresh = Trees.map(own, (Array leaf) -> Numpy.zerosLike(leaf));
    assertThat(floats(Checkpoints.in(folder).restore(fresh))).isEqualTo(floats(own));
  }

  @Test
  void a_state_of_another_number_of_lanes_continues_from_the_whole_one() {
    Fn<Array, State> whole = x -> Shards.gather(trained(SHARDED, true, x));
    var saved = ruled(() -> pmap(whole).axisName("batch").apply(data(2)));
    State first = Trees.map(saved, (Array leaf) -> leaf.get(0));
    Fn<Array, State> resharded = _ -> Shards.gather(Shards.shard(first));
    var again = ruled(() -> pmap(resharded).axisName("batch").apply(data(4)));
    State lane = Trees.map(again, (Array leaf) -> leaf.get(3));
    assertThat(floats(lane)).isEqualTo(floats(first));
  }

  @Test
  void whole_parameters_need_no_axis() {
    var whole = init(PLAIN, data(1).get(0));
    Array x = data(1).get(0);
    assertThat(floats(SHARDED.apply(whole, x))).isEqualTo(floats(PLAIN.apply(whole, x)));
  }

  @Test
  void shards_need_their_axis() {
    Array x = data(1).get(0);
    var shards =
        ruled(() -> vmap((Array each) -> init(SHARDED, each)).axisName("batch").apply(data(1)));
    Variables lane = Trees.map(shards, (Array leaf) -> leaf.get(0));
    assertThatExceptionOfType(UnboundAxisException.class)
        .isThrownBy(() -> SHARDED.apply(lane, x))
        .withMessageContaining("all_gather needs a mapping around it with the axis name \"batch\"");
    assertThatExceptionOfType(PartitioningException.class)
        .isThrownBy(() -> ruled(() -> init(SHARDED, x)))
        .withMessageContaining(
            "Sharding of params/kernel in scope \"/up_0\", f32[8,12], along dimension 1 (\"mlp\")"
                + " over axis \"batch\" needs a group of processes, pmap or vmap with that axis"
                + " name around it.");
  }

  @Test
  void shards_need_a_sharded_module() {
    assertThatExceptionOfType(ParamShapeException.class)
        .isThrownBy(() -> lanes(2, x -> PLAIN.apply(init(SHARDED, x), x)))
        .withMessageContaining(
            "initializer now yields shape [8, 12]. It is the slice of one lane of axis "
                + "\"batch\". Call the module through sharded(), or gather the parameter with "
                + "Shards.gather.");
  }

  @Test
  void a_strict_call_compares_gathered_parameters() {
    assertThat(lanes(2, x -> SHARDED.apply(init(SHARDED, x), strict(), m -> m.call(x)).output()))
        .isEqualTo(lanes(2, x -> PLAIN.apply(init(PLAIN, x), x)));
    assertThatExceptionOfType(VariablesMismatchException.class)
        .isThrownBy(() ->
            lanes(
                2,
                x -> {
                  var wider = Numpy.concatenate(List.of(x, x), 1);
                  return SHARDED.apply(init(SHARDED, x), strict(), m -> m.call(wider)).output();
                }))
        .withMessageContaining("\"params/up_0/kernel\" is f32[8,12]");
  }

  @Test
  void a_whole_model_is_sharded_as_its_layers_are() {
    for (var model : List.of(PLAIN.sharded(), SHARDED.sharded())) {
      assertThat(lanes(2, x -> init(model, x))).isEqualTo(lanes(2, x -> init(SHARDED, x)));
      assertThat(lanes(2, x -> model.apply(init(model, x), x)))
          .isEqualTo(lanes(2, x -> PLAIN.apply(init(PLAIN, x), x)));
    }
  }

  @Test
  void a_function_of_modules_is_sharded_as_a_module_is() {
    var plain = ShardedFunction.of(false);
    var sharded = ShardedFunction.of(true);
    assertThat(lanes(4, x -> Shards.gather(sharded.init(Key.of(0), x))))
        .isEqualTo(lanes(4, x -> plain.init(Key.of(0), x)));
    assertThat(lanes(4, x -> sharded.apply(sharded.init(Key.of(0), x), x)))
        .isEqualTo(lanes(4, x -> plain.apply(plain.init(Key.of(0), x), x)));
    var kept =
        ruled(() -> vmap((Array x) -> sharded.init(Key.of(0), x)).axisName("batch").apply(data(4)));
    assertThat(kept.params().at("Dense_0").find("kernel").orElseThrow()).isInstanceOf(Shard.class);
  }

  @Test
  void without_rules_all_parameters_are_replicated() {
    Array x = data(1).get(0);
    assertThat(Trees.structure(init(SHARDED, x))).isEqualTo(Trees.structure(init(PLAIN, x)));
    assertThat(floats(init(SHARDED, x))).isEqualTo(floats(init(PLAIN, x)));
  }
}

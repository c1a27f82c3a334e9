package io.cambric.optax.tree;

import static io.cambric.optax.base.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.TreeStructureException;
import io.cambric.numpy.Numpy;
import io.cambric.optax.Optax;
import io.cambric.optax.base.Found;
import io.cambric.optax.base.MaskedNode;
import io.cambric.optax.schedule.Schedules;
import io.cambric.optax.transform.ScaleByAdam;
import io.cambric.optax.transform.ScaleBySchedule;
import io.cambric.optax.wrapper.Masked;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TreeStatesTest {

  private static final Map<String, Array> PARAMS =
      Map.of("a", Numpy.array(1.0, 2.0), "b", Numpy.array(3.0));

  private static final Array SEVEN = NdArray.scalar(DType.I32, 7);

  @Test
  void a_value_is_got_by_the_name_of_a_component_a_key_or_a_class() {
    var state = Optax.chain(Optax.clip(1), Optax.adam(0.1)).init(PARAMS);

    assertThat(OptaxTree.get(state, "count", Array.class).orElseThrow().item()).isZero();
    assertThat(OptaxTree.get(state, "ScaleByAdam.State").orElseThrow())
        .isInstanceOf(ScaleByAdam.State.class);
    assertThat(OptaxTree.get(PARAMS, "a")).containsSame(PARAMS.get("a"));
    assertThat(OptaxTree.get(state, "trace")).isEmpty();
  }

  @Test
  void several_values_need_a_condition() {
    var state = Optax.adam(Schedules.constant(0.1)).init(PARAMS);
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> OptaxTree.get(state, "count"))
        .withMessage(
            "tree.get of \"count\" needs one value in the tree, but there are 2: 0/count, 1/count."
                + " Pass a condition on their paths, or call getAllWithPath.");
    assertThat(OptaxTree.getAllWithPath(state, "count"))
        .extracting(Found::path)
        .containsExactly("0/count", "1/count");
    assertThat(
            OptaxTree.getAllWithPath(
                state, "count", found -> found.holder() instanceof ScaleBySchedule.State))
        .extracting(Found::path)
        .containsExactly("1/count");
  }

  @Test
  void a_set_replaces_every_value_under_the_key() {
    var state = Optax.adam(Schedules.constant(0.1)).init(PARAMS);

    var both = OptaxTree.set(state, "count", SEVEN);
    var second =
        OptaxTree.set(state, Map.of("count", SEVEN), found -> found.path().equals("1/count"));

    assertThat(both.find(ScaleByAdam.State.class).orElseThrow().count()).isSameAs(SEVEN);
    assertThat(both.find(ScaleBySchedule.State.class).orElseThrow().count()).isSameAs(SEVEN);
    assertThat(second.find(ScaleByAdam.State.class).orElseThrow().count().item()).isZero();
    assertThat(second.find(ScaleBySchedule.State.class).orElseThrow().count()).isSameAs(SEVEN);
  }

  @Test
  void a_set_needs_a_value_to_replace_and_one_of_its_type() {
    var state = Optax.adam(0.1).init(PARAMS);
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> OptaxTree.set(state, "trace", SEVEN))
        .withMessage(
            "tree.set needs a value under \"trace\" in the tree, but found none. Print the tree for"
                + " its names.");
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> OptaxTree.set(state, Map.of("count", SEVEN), _ -> false))
        .withMessage(
            "tree.set needs a value under \"count\" in the tree, but found only those that the"
                + " condition rejects. Print the tree for its names.");
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> OptaxTree.set(state, "count", 7))
        .withMessage(
            "tree.set needs a value of the component's type, but for 0/count, of NdArray, "
                + "got Integer. Pass a value like the existing one.");
  }

  @Test
  void a_map_over_params_leaves_counts_alone() {
    var tx = Optax.chain(Optax.clip(1), Optax.adam(0.1));
    var mapped = OptaxTree.mapParams(tx, leaf -> leaf.add(1), tx.init(PARAMS));

    var adam = mapped.find(ScaleByAdam.State.class).orElseThrow();
    assertThat(adam.count().item()).isZero();
    assertNear((Array) ((Map<?, ?>) adam.mu()).get("a"), 1, 1);
    assertNear((Array) ((Map<?, ?>) adam.nu()).get("b"), 1);
  }

  @Test
  void a_map_over_params_may_map_the_rest_otherwise() {
    var tx = Optax.adam(0.1);
    var mapped = OptaxTree.mapParams(tx, leaf -> leaf, tx.init(PARAMS), _ -> SEVEN);
    assertThat(mapped.find(ScaleByAdam.State.class).orElseThrow().count()).isSameAs(SEVEN);
  }

  @Test
  void a_map_over_params_with_another_tree_skips_masked_leaves() {
    var tx = Optax.masked(Optax.trace(0.9), Map.of("a", true, "b", false));
    var mapped = OptaxTree.mapParams(tx, (leaf, param) -> leaf.add(param), tx.init(PARAMS), PARAMS);

    assertThat(mapped).isInstanceOf(Masked.State.class);
    var trace = (Map<?, ?>) OptaxTree.get(mapped, "trace").orElseThrow();
    assertNear((Array) trace.get("a"), 1, 2);
    assertThat(trace.get("b")).isEqualTo(new MaskedNode());
  }

  @Test
  void a_map_over_params_reaches_the_parts_of_a_partition() {
    var tx =
        Optax.partition(
            Map.of("fast", Optax.trace(0.9), "slow", Optax.trace(0.1)),
            Map.of("a", "fast", "b", "slow"));
    var mapped = OptaxTree.mapParams(tx, leaf -> leaf.add(1), tx.init(PARAMS));

    var traces = OptaxTree.getAllWithPath(mapped, "trace");
    assertThat(traces).hasSize(2);
    assertNear((Array) ((Map<?, ?>) traces.get(0).value()).get("a"), 1, 1);
    assertNear((Array) ((Map<?, ?>) traces.get(1).value()).get("b"), 1);
  }
}

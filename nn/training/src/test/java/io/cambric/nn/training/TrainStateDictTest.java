package io.cambric.nn.training;

import static io.cambric.optax.Optax.adam;
import static io.cambric.testing.Near.array;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.DataException;
import io.cambric.numpy.Key;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.serialization.Serialization;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** State dicts of train states have the fields of flax.training.train_state. */
class TrainStateDictTest {

  private static final Array X = array(Shape.of(4, 1), 1, 2, 3, 4);

  private static StandardTrainState<Line> begin() {
    var model = Line.of(1);
    return StandardTrainState.create(model, model.init(Key.of(0), X, false), adam(0.1));
  }

  private static StandardTrainState<Line> withoutStatistics() {
    return begin().withModelState(Variables.empty());
  }

  private static Map<String, Object> fields(Object state) {
    var fields = new LinkedHashMap<String, Object>();
    ((Map<?, ?>) Serialization.toStateDict(state))
        .forEach((name, value) -> fields.put(name.toString(), value));
    return fields;
  }

  @Test
  void fields_are_those_of_flax_with_one_for_each_collection() {
    assertThat(fields(begin()).keySet())
        .containsExactly("step", "params", "opt_state", "batch_stats");
    assertThat(fields(withoutStatistics()).keySet()).containsExactly("step", "params", "opt_state");
  }

  @Test
  void a_state_of_ones_own_has_its_components_in_snake_case() {
    var state = begin();
    var own =
        new OwnState(
            state.step(),
            state.params(),
            state.modelState().collection("batch_stats"),
            state.optState(),
            state.model(),
            state.tx());

    assertThat(fields(own).keySet()).containsExactly("step", "params", "batch_stats", "opt_state");
  }

  @Test
  void other_states_of_a_training_have_the_fields_of_flax() {
    assertThat(fields(new DynamicScale()).keySet()).containsExactly("fin_steps", "scale");
    assertThat(fields(EarlyStopping.of(0, 0)))
        .isEqualTo(
            Map.of(
                "min_delta",
                0.0,
                "patience",
                0,
                "best_metric",
                Double.POSITIVE_INFINITY,
                "patience_count",
                0,
                "should_stop",
                false,
                "has_improved",
                false));
  }

  @Test
  void a_state_is_restored_whole_also_with_the_step_as_an_integer_of_python() {
    var fields = fields(begin());
    fields.put("step", 3L);

    var restored = Serialization.fromStateDict(begin(), fields);

    assertThat(restored.step().aval()).isEqualTo(begin().step().aval());
    assertThat(restored.step().item()).isEqualTo(3);
    assertThat(restored.params()).isEqualTo(restoredParams(fields));
    assertThat(restored.modelState().names()).containsExactly("batch_stats");
    assertThat(restored.tx()).isEqualTo(adam(0.1));
  }

  private static Params restoredParams(Map<String, Object> fields) {
    return Serialization.fromStateDict(begin().params(), fields.get("params"));
  }

  @Test
  void a_collection_that_the_target_lacks_is_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Serialization.fromStateDict(withoutStatistics(), fields(begin())))
        .withMessageStartingWith(
            "StandardTrainState at path . needs the fields [\"step\", \"params\", \"opt_state\"],"
                + " but the state dict has [\"step\", \"params\", \"opt_state\", \"batch_stats\"]:"
                + " unknown are [\"batch_stats\"]. Restore into a target of the class that was"
                + " saved.");
  }
}

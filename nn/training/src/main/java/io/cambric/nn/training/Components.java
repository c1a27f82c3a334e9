package io.cambric.nn.training;

import io.cambric.core.Array;
import io.cambric.errors.TreeStructureException;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.OptState;
import io.cambric.scope.Params;
import io.cambric.tree.Trees;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.stream.Stream;

/** Copies of train state records with some components replaced; the other ones may be any. */
final class Components {

  private Components() {}

  /** {@return the state with other values in the components that every state has} */
  @SuppressWarnings("unchecked")
  static <S extends TrainState<S>> S replace(
      TrainState<S> state, Array step, Params params, OptState optState) {
    var record = record(state);
    var flattener = Trees.flattener(record.getClass());
    var names = flattener.childNames();
    var children = flattener.children(record);
    children[position(record, names, "step")] = step;
    children[position(record, names, "params")] = params;
    children[position(record, names, "optState")] = optState;
    return (S) flattener.rebuild(children, flattener.statics(record));
  }

  /** {@return the state with another optimiser and its state} */
  @SuppressWarnings("unchecked")
  static <S extends TrainState<S>> S replaceTx(
      TrainState<S> state, GradientTransformation tx, OptState optState) {
    var record = record(state);
    var flattener = Trees.flattener(record.getClass());
    var names = flattener.childNames();
    var children = flattener.children(record);
    children[position(record, names, "optState")] = optState;
    var statics = flattener.statics(record);
    var staticNames =
        Stream.of(record.getClass().getRecordComponents())
            .map(RecordComponent::getName)
            .filter(name -> !names.contains(name))
            .toList();
    int place = staticNames.indexOf("tx");
    if (place < 0) {
      throw new TreeStructureException(
          "TrainState %s needs a component \"tx\" that is @Static to get another optimiser, but has %s. Add it."
              .formatted(record.getClass().getSimpleName(), staticNames));
    }
    statics[place] = tx;
    return (S) flattener.rebuild(children, statics);
  }

  private static Record record(TrainState<?> state) {
    if (state instanceof Record record) {
      return record;
    }
    throw new TreeStructureException(
        "A TrainState needs to be a record, but %s is a class. Declare it as an @PyTree record."
            .formatted(state.getClass().getName()));
  }

  private static int position(Record state, List<String> names, String name) {
    int position = names.indexOf(name);
    if (position < 0) {
      throw new TreeStructureException(
          "TrainState %s needs a component \"%s\" that is not @Static, but has %s. Add it, or take @Static off."
              .formatted(state.getClass().getSimpleName(), name, names));
    }
    return position;
  }
}

package io.cambric.nn.training;

import io.cambric.core.Array;
import io.cambric.errors.TreeStructureException;
import io.cambric.optax.base.OptState;
import io.cambric.scope.Params;
import io.cambric.tree.Trees;
import java.util.List;

/** Copies of train state records with some components replaced; the other ones may be any. */
final class Components {

  private Components() {}

  /** {@return the state with other values in the components that every state has} */
  @SuppressWarnings("unchecked")
  static <S extends TrainState<S>> S replace(
      TrainState<S> state, Array step, Params params, OptState optState) {
    if (!(state instanceof Record record)) {
      throw new TreeStructureException(
          "A TrainState needs to be a record, but %s is a class. Declare it as an @PyTree record."
              .formatted(state.getClass().getName()));
    }
    var flattener = Trees.flattener(record.getClass());
    var names = flattener.childNames();
    var children = flattener.children(record);
    children[position(record, names, "step")] = step;
    children[position(record, names, "params")] = params;
    children[position(record, names, "optState")] = optState;
    return (S) flattener.rebuild(children, flattener.statics(record));
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

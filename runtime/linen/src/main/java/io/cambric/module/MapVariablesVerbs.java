package io.cambric.module;

import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Variables;
import io.cambric.scope.lift.MapVariablesLift;
import java.util.function.UnaryOperator;

/**
 * The options of {@code mapVariables}, as methods of its result: a module or a function of modules.
 * Each method returns another value.
 *
 * <p>Unless {@link #init} or {@link #mutable} is set, the mapped collections are read-only inside.
 *
 * {@snippet :
 * Dense.of(784).mapVariables().collections("params").in(transpose).out(transpose).init(true);
 * }
 *
 * <p>Only generated classes and the functions of {@link Lift} implement it.
 *
 * @param <S> the class of the value
 * @see MapVariablesLift
 */
public interface MapVariablesVerbs<S> {

  /** {@return this for some collections} */
  default S collections(String... names) {
    return with(lift().withCollections(names));
  }

  /** {@return this for some collections} */
  default S collections(CollectionFilter collections) {
    return with(lift().withCollections(collections));
  }

  /** {@return this with a change on the way in} */
  default S in(UnaryOperator<Variables> change) {
    return with(lift().withIn(change));
  }

  /** {@return this with a change on the way out, of the variables written inside} */
  default S out(UnaryOperator<Variables> change) {
    return with(lift().withOut(change));
  }

  /**
   * {@return this, creating missing variables or not}
   *
   * @see MapVariablesLift#withInit
   */
  default S init(boolean init) {
    return with(lift().withInit(init));
  }

  /** {@return this so that mapped collections may be written inside, or not} */
  default S mutable(boolean mutable) {
    return with(lift().withMutable(mutable));
  }

  /** {@return this with other random streams that can be used} */
  default S rngs(CollectionFilter streams) {
    return with(lift().withRngs(streams));
  }

  /** {@return this with other collections that can be used besides the mapped ones} */
  default S variables(CollectionFilter collections) {
    return with(lift().withVariables(collections));
  }

  private MapVariablesLift lift() {
    return Verbs.lift(this, MapVariablesLift.class);
  }

  private S with(MapVariablesLift lift) {
    return Verbs.with(this, lift);
  }
}

package io.cambric.processor.body.shape;

import io.cambric.processor.dims.Polynomial;
import io.cambric.processor.dims.SizeNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.TypeElement;

/** The knowledge about a value: an array, a number, a module, a list or a record. */
sealed interface Fact
    permits ArrayFact,
        Fact.Unknown,
        Fact.Size,
        Fact.Real,
        Fact.Elements,
        Fact.Fields,
        Fact.Pointwise,
        Fact.Constant,
        Fact.ShapeOf,
        Fact.Function,
        Fact.Layer {

  /** A value without knowledge. */
  record Unknown() implements Fact {}

  /** An integer. */
  record Size(Polynomial value) implements Fact {}

  /** A number that is no integer. */
  record Real(double value) implements Fact {}

  /** A list, the arguments of a factory of lists, or a shape. */
  record Elements(List<Fact> all) implements Fact {}

  /** A record, by its components. */
  record Fields(Map<String, Fact> all) implements Fact {}

  /** The shape of an array. */
  record ShapeOf(ArrayFact array) implements Fact {}

  /** A lambda, by its result. */
  record Function(Fact result) implements Fact {}

  /** A constant of an enumeration, by its name. */
  record Constant(String name) implements Fact {}

  /** A function of arrays that changes no shape. */
  record Pointwise() implements Fact {}

  /**
   * A module with the hyperparameters that the source gives.
   *
   * @param type its class
   * @param text the construction as the source writes it; empty for a component
   * @param given hyperparameters by name
   */
  record Layer(TypeElement type, String text, Map<String, Fact> given) implements Fact {

    String name() {
      return type.getSimpleName().toString();
    }

    Layer with(String name, Fact value) {
      var changed = new HashMap<>(given);
      changed.put(name, value);
      return new Layer(type, text, changed);
    }

    /** {@return a hyperparameter, if it is an integer that the source gives} */
    Optional<Polynomial> size(String name) {
      return given.get(name) instanceof Size size ? Optional.of(size.value()) : Optional.empty();
    }

    /** {@return the number of features, which has a new name if it is unknown} */
    Polynomial features(SizeNames symbols) {
      return size("features").orElseGet(() -> Polynomial.symbol(symbols.fresh()));
    }
  }

  Fact UNKNOWN = new Unknown();
}

package io.cambric.processor.body.shape;

import io.cambric.processor.dims.DimsText;
import io.cambric.processor.dims.Polynomial;
import io.cambric.processor.dims.SizeNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/** The knowledge that {@code @Dims} gives about arguments and results. */
final class Contracts {

  private Contracts() {}

  /** {@return the fact about an array whose type has {@code @Dims}} */
  static Optional<ArrayFact> fact(TypeMirror type, SizeNames symbols) {
    return DimsText.on(type).flatMap(DimsText::read).map(dims -> fact(dims, Map.of(), symbols));
  }

  private static ArrayFact fact(DimsText dims, Map<String, Polynomial> sizes, SizeNames symbols) {
    var axes = new ArrayList<Polynomial>();
    for (var axis : dims.axes()) {
      boolean isAny = axis.name().filter(name -> name.startsWith("_")).isPresent();
      axes.add(isAny ? Polynomial.symbol(symbols.fresh()) : axis.with(sizes));
    }
    var text = "@Dims(\"%s\")".formatted(dims.text());
    return dims.hasRest()
        ? new ArrayFact(
            axes.reversed(),
            symbols.fresh(),
            0,
            ArrayFact.UNKNOWN_RANK,
            ArrayFact.Kind.UNKNOWN,
            text)
        : ArrayFact.of(axes, ArrayFact.Kind.UNKNOWN, text);
  }

  /** Reports the first value of a variable that does not have the axes of its type. */
  static void compareVariable(Element variable, ArrayFact contract, Fact value, Use use) {
    if (value instanceof ArrayFact array) {
      flaw(array, contract, contract.hasRank())
          .ifPresent(flaw ->
              use.mismatch(
                  "%s is %s, but %s.".formatted(variable.getSimpleName(), contract.source(), flaw),
                  "Mend the value, or its @Dims."));
    }
  }

  /** {@return the reason why an array does not have the axes of a contract, if that is certain} */
  private static Optional<String> flaw(ArrayFact array, ArrayFact contract, boolean isExact) {
    if (array.hasRank()
        && (isExact ? array.rank() != contract.rank() : array.rank() < contract.last().size())) {
      return Optional.of("%s has %d axes".formatted(array.described(), array.rank()));
    }
    for (int i = 1; i <= contract.last().size(); i++) {
      if (array.has(i) && array.size(i).neverEquals(contract.size(i))) {
        return Optional.of(
            "%s has %s where it needs %s"
                .formatted(array.described(), array.size(i), contract.size(i)));
      }
    }
    return Optional.empty();
  }

  /** Reports a result that does not have the axes of its method. */
  static void compareResult(ExecutableElement method, Fact value, Use use) {
    var dims = DimsText.on(method.getReturnType()).flatMap(DimsText::read);
    if (dims.isPresent() && value instanceof ArrayFact array) {
      var contract = fact(dims.get(), Map.of(), use.symbols());
      flaw(array, contract, !dims.get().hasRest())
          .ifPresent(flaw ->
              use.mismatch(
                  "The result of %s is @Dims(\"%s\"), but %s."
                      .formatted(method.getSimpleName(), dims.get().text(), flaw),
                  "Mend the result, or its @Dims."));
    }
  }

  /**
   * {@return the fact about the result of a method with a contract, after its arguments were
   * compared}
   *
   * @param components the sizes of the components of its module, by name
   */
  static Optional<Fact> call(
      ExecutableElement method, Map<String, Polynomial> components, Use use) {
    var sizes = new HashMap<>(components);
    boolean isKnown = false;
    int first = use.arguments().size() - method.getParameters().size();
    for (int i = Math.max(0, -first); i < method.getParameters().size(); i++) {
      var parameter = method.getParameters().get(i);
      var dims = DimsText.on(parameter.asType()).flatMap(DimsText::read);
      if (dims.isPresent() && use.array(i + first).isPresent()) {
        isKnown = true;
        var array = use.array(i + first).get();
        bind(dims.get(), array, sizes);
        var contract = fact(dims.get(), sizes, use.symbols());
        flaw(array, contract, !dims.get().hasRest())
            .ifPresent(flaw ->
                use.mismatch(
                    "%s of %s is @Dims(\"%s\"), but %s."
                        .formatted(parameter.getSimpleName(), use.name(), dims.get().text(), flaw),
                    "Pass an array of these axes."));
      }
    }
    var result = DimsText.on(method.getReturnType()).flatMap(DimsText::read);
    if (result.isEmpty() && !isKnown) {
      return Optional.empty();
    }
    return result.map(dims -> fact(dims, withFresh(dims, sizes, use), use.symbols()));
  }

  /** {@return the fact about the result of a module that one array is given} */
  static Fact call(Fact.Layer layer, Use use) {
    return ElementFilter.methodsIn(layer.type().getEnclosedElements()).stream()
        .filter(method -> method.getSimpleName().contentEquals("call"))
        .filter(method -> method.getParameters().size() == 1)
        .findFirst()
        .flatMap(method -> call(method, Layers.sizes(layer), use))
        .orElseGet(use::unknown);
  }

  /** Gives each name that stands alone the size of its axis. */
  private static void bind(DimsText dims, ArrayFact array, Map<String, Polynomial> sizes) {
    List<Polynomial> axes = dims.axes().reversed();
    for (int i = 1; i <= axes.size(); i++) {
      var name = axes.get(i - 1).name();
      if (name.isPresent() && !name.get().startsWith("_")) {
        sizes.putIfAbsent(name.get(), array.size(i));
      }
    }
  }

  /** The sizes, with a new symbol for each name that the arguments do not give. */
  private static Map<String, Polynomial> withFresh(
      DimsText dims, Map<String, Polynomial> sizes, Use use) {
    var all = new HashMap<>(sizes);
    dims.names()
        .forEach(name -> all.computeIfAbsent(name, _ -> Polynomial.symbol(use.symbols().fresh())));
    return all;
  }
}

package io.cambric.processor.body.shape;

import io.cambric.processor.body.flow.Construction;
import io.cambric.processor.read.CallInterface;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;

/** The rules of calls: of constructions of layers, of modules, of operations and of functions. */
final class CallShapes {

  /** Changes of a module that keep its arguments and its result. */
  private static final Set<String> KEEPING =
      Set.of("named", "detached", "copy", "remat", "jit", "foldRngs", "sharded");

  private static final Set<String> CALLS = Set.of("call", "attend");

  private CallShapes() {}

  /** {@return the fact about the result of a call that a rule or a contract knows} */
  static Optional<Fact> of(ExecutableElement method, Use use) {
    return layer(method, use).or(() -> known(method, use)).or(() -> ofFunction(method, use));
  }

  /** The result of a call, whose type the class of a module may give to its interface. */
  static Fact ofResult(ExecutableElement method, Use use) {
    return isArray(method, use) ? ArrayFact.unknown(use.symbols()) : Fact.UNKNOWN;
  }

  private static boolean isArray(ExecutableElement method, Use use) {
    return use.trees()
        .isArray(
            CallInterface.declares(method)
                ? use.trees().type(use.place())
                : method.getReturnType());
  }

  /** Constructions of layers, changes of them, and calls. */
  private static Optional<Fact> layer(ExecutableElement method, Use use) {
    if (Construction.at(use.place(), use.trees()).isPresent()) {
      var type = use.trees().typeElement(use.place());
      return type.map(made -> {
        var layer = new Fact.Layer(made, use.text(), Layers.given(method, use.arguments()));
        layer.given().forEach((name, value) -> LayerShapes.checkGiven(layer, name, value, use));
        return layer;
      });
    }
    if (!(use.receiver() instanceof Fact.Layer layer)) {
      return Optional.empty();
    }
    if (Construction.isChange(use.place(), use.trees())) {
      return Optional.of(changed(layer, use));
    }
    if (use.trees().moduleClass(layer.type()) != layer.type()) {
      // A transformation changes the axes of arguments.
      return Optional.of(ofResult(method, use));
    }
    if (use.name().equals("apply")
        && use.arguments().size() == 2
        && use.arguments().getLast() instanceof Fact.Function(var result)) {
      return Optional.of(result instanceof ArrayFact ? result : ofResult(method, use));
    }
    if (!Layers.isOfLibrary(layer)) {
      return CallInterface.declares(method)
          ? ofInherited(method, layer, use)
          : Contracts.call(method, Layers.sizes(layer), use);
    }
    boolean isOutside = use.name().equals("apply") || use.name().equals("init");
    if (isOutside && use.array(1).isPresent()) {
      // The variables or the key come first.
      var result = LayerShapes.of(layer, use.without(1));
      return Optional.of(isArray(method, use) ? result : Fact.UNKNOWN);
    }
    return CALLS.contains(use.name()) ? Optional.of(LayerShapes.of(layer, use)) : Optional.empty();
  }

  /** Compares the arguments of an inherited init or apply with the contract of call. */
  private static Optional<Fact> ofInherited(ExecutableElement method, Fact.Layer layer, Use use) {
    return CallInterface.call(layer.type())
        .flatMap(call -> {
          int leading = method.getParameters().size() - call.getParameters().size();
          return Contracts.call(call, Layers.sizes(layer), use.without(leading));
        })
        .map(output -> isArray(method, use) ? output : Fact.UNKNOWN);
  }

  private static Fact changed(Fact.Layer layer, Use use) {
    if (KEEPING.contains(use.name())) {
      return layer;
    }
    if (!use.name().startsWith("with") || use.arguments().isEmpty()) {
      // A transformation adds an axis, or changes the result otherwise.
      return Fact.UNKNOWN;
    }
    var name = Character.toLowerCase(use.name().charAt(4)) + use.name().substring(5);
    var value =
        use.arguments().size() == 1
            ? use.arguments().getFirst()
            : new Fact.Elements(use.arguments());
    LayerShapes.checkGiven(layer, name, value, use);
    return layer.with(name, value);
  }

  /** Operations on arrays, shapes, lists, and accessors of records. */
  private static Optional<Fact> known(ExecutableElement method, Use use) {
    var owner = method.getEnclosingElement().toString();
    if (use.receiver() instanceof ArrayFact array && use.name().equals("dim")) {
      return use.number(0).map(axis -> new Fact.Size(array.axis(axis)));
    }
    if (use.receiver() instanceof ArrayFact array && use.name().equals("shape")) {
      return Optional.of(new Fact.ShapeOf(array));
    }
    if (use.receiver() instanceof Fact.Elements(var all)) {
      return element(all, use);
    }
    if (use.name().equals("split") && owner.startsWith("io.cambric.numpy.")) {
      return JoinShapes.split(use);
    }
    if (use.receiver() instanceof Fact.Fields(var fields) && use.arguments().isEmpty()) {
      return Optional.ofNullable(fields.get(use.name()));
    }
    return switch (owner) {
      case "io.cambric.core.Array" -> Optional.of(OperationShapes.result(use, true));
      case "io.cambric.numpy.Numpy",
          "io.cambric.numpy.CommonFunctions",
          "io.cambric.numpy.Activations",
          "io.cambric.numpy.Random",
          "io.cambric.nn.Pooling",
          "io.cambric.module.ModuleScope" ->
          use.trees().isArray(method.getReturnType())
              ? Optional.of(OperationShapes.result(use, false))
              : Optional.empty();
      case "io.cambric.array.Shape", "java.util.List" ->
          method.getModifiers().contains(Modifier.STATIC) && use.name().equals("of")
              ? Optional.of(new Fact.Elements(use.arguments()))
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  /** An element of a list that the source writes. */
  private static Optional<Fact> element(List<Fact> all, Use use) {
    long last = all.size() - 1;
    long index =
        switch (use.name()) {
          case "get" -> use.number(0).orElse(-1L);
          case "getFirst" -> 0;
          case "getLast" -> last;
          default -> -1;
        };
    return index >= 0 && index <= last ? Optional.of(all.get((int) index)) : Optional.empty();
  }

  /** A method that is no module's, whose arrays may have a contract. */
  private static Optional<Fact> ofFunction(ExecutableElement method, Use use) {
    return use.trees().isModule(method.getEnclosingElement().asType())
        ? Optional.empty()
        : Contracts.call(method, Map.of(), use);
  }
}

package io.cambric.processor.body.shape;

import io.cambric.processor.dims.Polynomial;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.ExecutableElement;

/** The hyperparameters of layers, from the calls that construct them. */
final class Layers {

  /** The package of the layers that have rules. */
  private static final String PACKAGE = "io.cambric.nn.";

  private Layers() {}

  /** {@return the hyperparameters that a factory is given, by the names of its parameters} */
  static Map<String, Fact> given(ExecutableElement factory, List<Fact> arguments) {
    var given = new HashMap<String, Fact>();
    var parameters = factory.getParameters();
    for (int i = 0; i < parameters.size(); i++) {
      var name = parameters.get(i).getSimpleName().toString();
      boolean isRest = factory.isVarArgs() && i == parameters.size() - 1;
      if (isRest) {
        given.put(
            name,
            new Fact.Elements(arguments.subList(Math.min(i, arguments.size()), arguments.size())));
      } else if (i < arguments.size()) {
        given.put(name, arguments.get(i));
      }
    }
    return given;
  }

  /** {@return the hyperparameters that are sizes} */
  static Map<String, Polynomial> sizes(Fact.Layer layer) {
    var sizes = new HashMap<String, Polynomial>();
    layer
        .given()
        .forEach((name, fact) -> {
          if (fact instanceof Fact.Size(var size)) {
            sizes.put(name, size);
          }
        });
    return sizes;
  }

  static boolean isOfLibrary(Fact.Layer layer) {
    var name = layer.type().getQualifiedName().toString();
    return name.startsWith(PACKAGE) && name.lastIndexOf('.') == PACKAGE.length() - 1;
  }
}

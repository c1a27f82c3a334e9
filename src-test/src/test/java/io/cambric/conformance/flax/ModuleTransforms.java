package io.cambric.conformance.flax;

import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.module.Module;
import io.cambric.scope.lift.RematLift;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Lifted transformations that cases hand to modules as functions of modules. */
final class ModuleTransforms {

  private static final Set<String> NAMES = Set.of("nn.jit", "nn.remat", "nn.fold_rngs");

  private ModuleTransforms() {}

  static boolean has(String name) {
    return NAMES.contains(name);
  }

  /** {@return the transformation of a Flax name} */
  @SuppressWarnings({"unchecked", "rawtypes"}) // a module gives one of its own type
  static UnaryOperator<Module<?>> of(String name) {
    return switch (name) {
      case "nn.jit" -> module -> (Module<?>) ((Module) module).jit();
      case "nn.fold_rngs" -> module -> (Module<?>) ((Module) module).foldRngs();
      case "nn.remat" -> module -> (Module<?>) ((Module) module).lifted(RematLift.ALL);
      default -> throw new UnsupportedFeature("lift:" + name.substring(3));
    };
  }
}

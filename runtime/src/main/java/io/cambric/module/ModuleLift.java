package io.cambric.module;

import io.cambric.scope.lift.Lifting;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A lifted transformation of some methods of a module.
 *
 * @param lifting the transformation
 * @param methods their names; {@code call} unless others were given
 */
record ModuleLift(Lifting lifting, Set<String> methods) {

  static ModuleLift of(Lifting lifting, String... methods) {
    return new ModuleLift(lifting, methods.length == 0 ? Set.of(MethodCall.CALL) : Set.of(methods));
  }

  /**
   * {@return the prefix of automatic names: prefixes of the transformations, then that of the
   * class}
   */
  static String prefix(List<ModuleLift> lifts, String ofClass) {
    var prefix = new StringBuilder();
    for (var lift : lifts.reversed()) {
      prefix.append(lift.lifting.prefix());
    }
    return prefix.append(ofClass).toString();
  }

  /** {@return the index of the outermost transformation of a method; -1 if there is none} */
  static int outermost(List<ModuleLift> lifts, String method) {
    for (int i = lifts.size() - 1; i >= 0; i--) {
      if (lifts.get(i).methods.contains(method)) {
        return i;
      }
    }
    return -1;
  }

  static List<ModuleLift> and(List<ModuleLift> lifts, ModuleLift more) {
    var all = new ArrayList<>(lifts);
    all.add(more);
    return List.copyOf(all);
  }
}

package io.cambric.module;

import io.cambric.scope.lift.Lifting;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A lifted transformation of some methods of a module.
 *
 * @param lifting the transformation
 * @param methods their names; {@code call} unless others were given
 */
record ModuleLift(Lifting lifting, Set<String> methods) {

  /**
   * {@return a transformation of methods of a definition}
   *
   * @param methods their names; none for {@code call}
   * @throws io.cambric.errors.InvalidNameException if the definition has no method of such a name
   */
  static ModuleLift of(ModuleType<?> type, Record definition, Lifting lifting, String... methods) {
    var names = new LinkedHashSet<String>(List.of(methods));
    if (names.isEmpty()) {
      names.add(MethodCall.CALL);
    }
    var present = DefinitionMethods.names(definition);
    for (var name : names) {
      if (!present.contains(name)) {
        throw ModuleErrors.noMethod(type, lifting.name(), name, present);
      }
    }
    return new ModuleLift(lifting, Set.copyOf(names));
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

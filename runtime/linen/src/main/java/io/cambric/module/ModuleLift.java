package io.cambric.module;

import io.cambric.scope.lift.Lifting;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * A lifted transformation of some methods of a module.
 *
 * @param lifting the transformation
 * @param methods their names; {@code call} unless others were given
 * @param create makes modules of the class that has the options as methods, while this
 *     transformation is the outermost; null for the plain class. Equality ignores it.
 */
record ModuleLift(
    Lifting lifting,
    Set<String> methods,
    @Nullable BiFunction<Handle, Record, ? extends Module<?>> create) {

  /**
   * {@return a transformation of methods of a definition}
   *
   * @param methods their names; none for {@code call}
   * @throws io.cambric.errors.InvalidNameException if the definition has no method with such a name
   */
  static ModuleLift of(
      ModuleType<?> type,
      Record definition,
      @Nullable BiFunction<Handle, Record, ? extends Module<?>> create,
      Lifting lifting,
      String... methods) {
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
    return new ModuleLift(lifting, Set.copyOf(names), create);
  }

  /** {@return this with another transformation of the same methods} */
  ModuleLift with(Lifting other) {
    return new ModuleLift(other, methods, create);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ModuleLift lift
        && lifting.equals(lift.lifting)
        && methods.equals(lift.methods);
  }

  @Override
  public int hashCode() {
    return 31 * lifting.hashCode() + methods.hashCode();
  }

  /**
   * {@return the prefix of automatic names: the prefixes of the transformations, then of the class}
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

  /** {@return the transformations with another one in place of the outermost} */
  static List<ModuleLift> relifted(List<ModuleLift> lifts, Lifting outermost) {
    var all = new ArrayList<>(lifts);
    all.set(lifts.size() - 1, lifts.getLast().with(outermost));
    return List.copyOf(all);
  }
}

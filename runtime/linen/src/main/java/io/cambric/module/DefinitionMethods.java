package io.cambric.module;

import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/** The names of the methods of definitions, which transformations choose from. */
final class DefinitionMethods {

  private static final ClassValue<Set<String>> NAMES =
      new ClassValue<>() {
        @Override
        protected Set<String> computeValue(Class<?> definition) {
          return of(definition);
        }
      };

  private DefinitionMethods() {}

  /** {@return the names in order; of a module from a lambda, {@code call}} */
  static Set<String> names(Record definition) {
    return definition instanceof LambdaDef
        ? Set.of(MethodCall.CALL)
        : NAMES.get(definition.getClass());
  }

  private static Set<String> of(Class<?> definition) {
    var names = new TreeSet<String>();
    for (var method : definition.getDeclaredMethods()) {
      int modifiers = method.getModifiers();
      if (!method.isSynthetic()
          && !Modifier.isStatic(modifiers)
          && !Modifier.isPrivate(modifiers)) {
        names.add(method.getName());
      }
    }
    Arrays.stream(definition.getRecordComponents())
        .filter(component -> !hasMethod(definition, component.getName()))
        .forEach(component -> names.remove(component.getName()));
    Arrays.stream(Record.class.getDeclaredMethods()).forEach(each -> names.remove(each.getName()));
    return Collections.unmodifiableSet(names);
  }

  /** {@return whether there is a method with the name of a component besides its accessor} */
  private static boolean hasMethod(Class<?> definition, String name) {
    return Arrays.stream(definition.getDeclaredMethods())
        .anyMatch(method -> method.getName().equals(name) && method.getParameterCount() > 0);
  }
}

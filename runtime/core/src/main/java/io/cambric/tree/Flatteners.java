package io.cambric.tree;

import io.cambric.errors.TreeStructureException;

/**
 * The flatteners of record classes: the generated one, or else one by reflection. Each is looked up
 * once.
 */
final class Flatteners {

  private static final ClassValue<Flattener<Object>> OF_CLASS =
      new ClassValue<>() {
        @Override
        protected Flattener<Object> computeValue(Class<?> type) {
          return find(type);
        }
      };

  private Flatteners() {}

  static Flattener<Object> of(Class<?> type) {
    return OF_CLASS.get(type);
  }

  @SuppressWarnings("unchecked")
  private static Flattener<Object> find(Class<?> type) {
    try {
      var generated = Class.forName(generatedName(type), true, type.getClassLoader());
      return (Flattener<Object>) generated.getConstructor().newInstance();
    } catch (ClassNotFoundException e) {
      return new RecordFlattener(type);
    } catch (ReflectiveOperationException e) {
      throw new TreeStructureException(
          "The flattener of record %s cannot be made: %s. Open package %s to module io.cambric.core."
              .formatted(type.getName(), e, type.getPackageName()),
          e);
    }
  }

  /** {@return the binary name of the generated class for a record} */
  static String generatedName(Class<?> type) {
    var packageName = type.getPackageName();
    var simple = type.getName().substring(packageName.isEmpty() ? 0 : packageName.length() + 1);
    var name = simple.replace('$', '_') + "_Flattener";
    return packageName.isEmpty() ? name : packageName + "." + name;
  }
}

package io.cambric.tree;

/** The test whether a class belongs to the JDK, not to a library or application. */
final class JdkClasses {

  private JdkClasses() {}

  static boolean contain(Class<?> type) {
    var module = type.getModule().getName();
    return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
  }
}

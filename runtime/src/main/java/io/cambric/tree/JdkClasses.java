package io.cambric.tree;

/** Tells the classes of the JDK from those of libraries and applications. */
final class JdkClasses {

  private JdkClasses() {}

  static boolean contain(Class<?> type) {
    var module = type.getModule().getName();
    return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
  }
}

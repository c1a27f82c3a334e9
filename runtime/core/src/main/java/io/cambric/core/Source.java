package io.cambric.core;

import io.cambric.errors.NestingException;
import java.util.List;
import java.util.Set;

/**
 * The line of the user's code that an equation comes from.
 *
 * @param className of the calling class
 * @param methodName of the calling method
 * @param fileName or empty when not known
 * @param line or negative when not known
 * @param backward whether the equation belongs to the backward pass of a gradient, where it
 *     propagates cotangents through the operations on the line
 */
public record Source(
    String className, String methodName, String fileName, int line, boolean backward) {

  private static final StackWalker WALKER = StackWalker.getInstance();

  /** The name of the package that holds all code of Cambric, examples and models too. */
  private static final String CAMBRIC = "io.cambric.";

  /** The packages whose frames, and those of their subpackages, are the library's own. */
  private static final Set<String> OWN =
      Set.of(
          "array",
          "compile",
          "concurrent",
          "control",
          "core",
          "interpreters",
          "kernel",
          "kernels",
          "lax",
          "module",
          "nn",
          "numpy",
          "optax",
          "profiler",
          "recompute",
          "rewrite",
          "scope",
          "transform",
          "tree");

  /** The beginnings of the names of the packages of the JDK. */
  private static final List<String> JDK = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

  /** The beginning of the names of classes that JShell makes. */
  private static final String SESSION = "REPL.$JShell$";

  private static final Source UNKNOWN = new Source("", "", "", -1);

  /** A line of code outside a backward pass. */
  public Source(String className, String methodName, String fileName, int line) {
    this(className, methodName, fileName, line, false);
  }

  /**
   * {@return the line of the equation that is being evaluated or transposed; where there is none,
   * the innermost frame that is not of the library}
   */
  public static Source capture() {
    var current = Trace.currentSource();
    return current != null ? current : onStack();
  }

  private static Source onStack() {
    return WALKER.walk(frames ->
        frames
            .filter(frame -> isUser(frame.getClassName()))
            .findFirst()
            .map(frame ->
                new Source(
                    frame.getClassName(),
                    frame.getMethodName(),
                    frame.getFileName() == null ? "" : frame.getFileName(),
                    frame.getLineNumber()))
            .orElse(UNKNOWN));
  }

  /**
   * {@return the innermost line of the user's code in the stack trace of an overflow; the line that
   * runs now if there is none}
   */
  public static Source of(StackOverflowError overflow) {
    for (var frame : overflow.getStackTrace()) {
      var name = frame.getClassName();
      if (isUser(name) && !name.equals(NestingException.class.getName())) {
        return of(frame);
      }
    }
    return capture();
  }

  /** {@return the line of a frame} */
  public static Source of(StackTraceElement frame) {
    return new Source(
        frame.getClassName(),
        frame.getMethodName(),
        frame.getFileName() == null ? "" : frame.getFileName(),
        frame.getLineNumber());
  }

  /** {@return this line as a line of the backward pass} */
  public Source inBackwardPass() {
    return backward ? this : new Source(className, methodName, fileName, line, true);
  }

  private static boolean isUser(String className) {
    int dot = className.lastIndexOf('.');
    return isUserPackage(dot < 0 ? "" : className.substring(0, dot));
  }

  /** {@return whether frames of a package are of the user, not of the library or of Java} */
  public static boolean isUserPackage(String name) {
    return !isOwn(name) && JDK.stream().noneMatch(name::startsWith);
  }

  private static boolean isOwn(String name) {
    if (!name.startsWith(CAMBRIC)) {
      return false;
    }
    int end = name.indexOf('.', CAMBRIC.length());
    return OWN.contains(name.substring(CAMBRIC.length(), end < 0 ? name.length() : end));
  }

  /** {@return the place as in a stack trace, {@code Mlp.call(Mlp.java:31)}} */
  @Override
  public String toString() {
    if (className.isEmpty()) {
      return "an unknown line";
    }
    if (isOfSession(className)) {
      // JShell names generated classes and lines, which are not in the code of the user.
      boolean isMethod = !methodName.contains("do_it$");
      return (isMethod ? methodName + " in " : "") + "a snippet of this session";
    }
    var simple = className.substring(className.lastIndexOf('.') + 1);
    return "%s.%s(%s:%d)".formatted(simple, methodName, fileName, line);
  }

  /** {@return whether a class holds a snippet of JShell or of a notebook} */
  public static boolean isOfSession(String className) {
    return className.startsWith(SESSION);
  }
}

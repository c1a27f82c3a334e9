package io.cambric.module;

import io.cambric.core.Source;
import io.cambric.errors.NestingException;

/**
 * Finds the line of the user's code that reached into the library; generated classes do not count.
 */
final class UserLine {

  private static final StackWalker WALKER =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private UserLine() {}

  static Source capture() {
    return WALKER.walk(frames ->
        frames
            .filter(frame -> isUser(frame.getDeclaringClass()))
            .findFirst()
            .map(frame ->
                new Source(
                    frame.getClassName(),
                    frame.getMethodName(),
                    frame.getFileName() == null ? "" : frame.getFileName(),
                    frame.getLineNumber()))
            .orElse(new Source("", "", "", -1)));
  }

  /** {@return the line in the stack trace of an overflow; where there is none, the one of now} */
  static Source of(StackOverflowError overflow) {
    for (var frame : overflow.getStackTrace()) {
      if (isUser(frame)) {
        return Source.of(frame);
      }
    }
    return capture();
  }

  /** Generated classes are found by the loader that the calling code has. */
  private static boolean isUser(StackTraceElement frame) {
    try {
      var loader = Thread.currentThread().getContextClassLoader();
      var type = Class.forName(frame.getClassName(), false, loader);
      return type != NestingException.class && isUser(type);
    } catch (ClassNotFoundException _) {
      return false; // a class that no loader finds, as a hidden one
    }
  }

  private static boolean isUser(Class<?> type) {
    return Source.isUserPackage(type.getPackageName()) && !Module.class.isAssignableFrom(type);
  }
}

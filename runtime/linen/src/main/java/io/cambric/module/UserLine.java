package io.cambric.module;

import io.cambric.core.Source;
import io.cambric.errors.NestingException;

/**
 * The line of the user's code that called the library, for messages. Generated classes are skipped.
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

  /** {@return the user's line in the stack trace of an overflow, else the current one} */
  static Source of(StackOverflowError overflow) {
    for (var frame : overflow.getStackTrace()) {
      if (isUser(frame)) {
        return Source.of(frame);
      }
    }
    return capture();
  }

  /** Whether a class is the user's; classes are looked up with the loader of the calling code. */
  private static boolean isUser(StackTraceElement frame) {
    try {
      var loader = Thread.currentThread().getContextClassLoader();
      var type = Class.forName(frame.getClassName(), false, loader);
      return type != NestingException.class && isUser(type);
    } catch (ClassNotFoundException _) {
      return false; // a class that no loader finds, such as a hidden one
    }
  }

  private static boolean isUser(Class<?> type) {
    return Source.isUserPackage(type.getPackageName()) && !Module.class.isAssignableFrom(type);
  }
}

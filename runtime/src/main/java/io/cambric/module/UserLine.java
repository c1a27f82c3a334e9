package io.cambric.module;

import io.cambric.core.Source;

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

  private static boolean isUser(Class<?> type) {
    return Source.isUserPackage(type.getPackageName()) && !Module.class.isAssignableFrom(type);
  }
}

package io.cambric.module;

/** The path of the module in which an exception arose, as a suppressed exception; never thrown. */
final class ModuleTrace extends Throwable {

  private static final long serialVersionUID = 1L;

  private ModuleTrace(String message) {
    super(message, null, false, false);
  }

  /** Adds the path, unless an inner module already has. */
  static void note(RuntimeException exception, Binding binding, String method) {
    for (var suppressed : exception.getSuppressed()) {
      if (suppressed instanceof ModuleTrace) {
        return;
      }
    }
    exception.addSuppressed(
        new ModuleTrace(
            "in module \"%s\" (%s.%s)"
                .formatted(binding.scope().pathText(), binding.type(), method)));
  }

  @Override
  public String toString() {
    return String.valueOf(getMessage());
  }
}

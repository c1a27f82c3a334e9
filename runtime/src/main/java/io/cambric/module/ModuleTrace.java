package io.cambric.module;

/** A note on an exception that says in which module it arose; never thrown. */
final class ModuleTrace extends Throwable {

  private static final long serialVersionUID = 1L;

  private ModuleTrace(String message) {
    super(message, null, false, false);
  }

  /** Adds the note, unless a module further in has already. */
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

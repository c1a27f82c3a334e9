package io.cambric.module;

import io.cambric.errors.NestingException;
import io.cambric.errors.NestingException.Kind;
import io.cambric.errors.OtherStack;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The diagnosis of a stack overflow: the exception names the nested modules. */
final class ModuleNesting {

  private ModuleNesting() {}

  /**
   * {@return the exception for running methods}
   *
   * @param overflow the error that {@code thrown} is or has as its cause
   * @throws Error {@code thrown}, if the methods are too few to have filled the stack
   */
  static NestingException of(
      @Nullable MethodFrame innermost, StackOverflowError overflow, Error thrown) {
    var names = names(innermost);
    if (!NestingException.isDeep(names.size())) {
      throw thrown;
    }
    return of(names, overflow);
  }

  /**
   * {@return an exception that names the modules, if several are nested, else the given one} Users
   * nest modules; the nesting of transformations follows from it.
   */
  static NestingException of(@Nullable MethodFrame innermost, NestingException inside) {
    var names = names(innermost);
    return NestingException.isDeep(names.size())
            && inside.getCause() instanceof StackOverflowError overflow
        ? of(names, overflow)
        : inside;
  }

  /**
   * {@return the exception for definitions that construct one another without end}
   *
   * @throws StackOverflowError the given one, if the definitions are too few to have filled the
   *     stack
   */
  static NestingException ofConstruction(StackOverflowError overflow) {
    var constructions = new Constructions(overflow);
    OtherStack.run(constructions);
    if (constructions.found == null) {
      throw overflow;
    }
    return constructions.found;
  }

  /** The search for constructors of modules at the end of a full stack. */
  private static final class Constructions implements Runnable {

    private static final String CONSTRUCT = "construct";

    private final StackOverflowError overflow;
    private final ClassLoader loader = Thread.currentThread().getContextClassLoader();
    private @Nullable NestingException found;

    Constructions(StackOverflowError overflow) {
      this.overflow = overflow;
    }

    @Override
    public void run() {
      Thread.currentThread().setContextClassLoader(loader);
      var frames = overflow.getStackTrace();
      var names = new ArrayList<String>();
      for (int i = 1; i < frames.length; i++) {
        if (frames[i - 1].getMethodName().equals(CONSTRUCT)
            && frames[i - 1].getClassName().equals(Module.class.getName())) {
          var caller = frames[i].getClassName();
          names.addFirst(caller.substring(caller.lastIndexOf('.') + 1));
        }
      }
      if (NestingException.isDeep(names.size())) {
        found = of(names, overflow);
      }
    }
  }

  private static NestingException of(List<String> names, StackOverflowError overflow) {
    return new NestingException(
        Kind.MODULES,
        names.size(),
        "at %s, %s".formatted(UserLine.of(overflow), NestingException.text(names, "/")),
        overflow);
  }

  /**
   * {@return the modules whose methods run, the outermost first, consecutive methods of a module
   * once}
   */
  private static List<String> names(@Nullable MethodFrame innermost) {
    var names = new ArrayList<String>();
    Object last = null;
    for (var frame = innermost; frame != null; frame = frame.outer()) {
      var binding = frame.binding();
      var module = frame.unboundModule();
      if (binding != null && binding != last) {
        names.addFirst(binding.name() == null ? binding.type().toString() : binding.name());
        last = binding;
      } else if (module != null) {
        names.addFirst(module.type().toString());
      }
    }
    return names;
  }
}

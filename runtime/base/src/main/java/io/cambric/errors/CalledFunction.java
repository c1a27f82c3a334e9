package io.cambric.errors;

import java.lang.StackWalker.StackFrame;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Set;

/**
 * The function that the user called, put before a message that speaks of another one inside of it.
 *
 * <p>A function is built from others, whose checks find most mistakes: the scores of a softmax are
 * checked by a maximum. The stack knows which one the user's line names: the outermost public
 * function before the user's own frame.
 */
final class CalledFunction {

  private static final String LIBRARY = "io.cambric.";

  /** The package whose public classes are layers. */
  private static final String LAYERS = "io.cambric.nn";

  /** The packages whose public static methods are functions of arrays. */
  private static final Set<String> FUNCTIONS =
      Set.of(
          "io.cambric.numpy",
          "io.cambric.numpy.linalg",
          "io.cambric.numpy.nn",
          "io.cambric.numpy.routine",
          "io.cambric.numpy.special",
          "io.cambric.lax",
          "io.cambric.optax",
          "io.cambric.optax.schedule",
          LAYERS);

  /** The end of the names of classes whose methods are steps that functions share. */
  private static final String SHARED = "Operands";

  /** The subject of checks that many functions share; other messages name their function. */
  private static final List<String> OF_MANY =
      List.of("A shape needs", "An array of shape", "Reading a dimension", "A map over two trees");

  private static final StackWalker WALKER =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private CalledFunction() {}

  /** {@return the message, which begins with the function called unless it speaks of that one} */
  static String before(String message) {
    boolean ofMany = OF_MANY.stream().anyMatch(message::startsWith);
    if (!ofMany && !Character.isLowerCase(message.charAt(0))) {
      return message;
    }
    var called = called();
    if (called.isEmpty() || isSame(message.split(" ", 2)[0], called)) {
      return message;
    }
    var rest = ofMany ? Character.toLowerCase(message.charAt(0)) + message.substring(1) : message;
    return "In %s: %s".formatted(called, rest);
  }

  private static String called() {
    return WALKER.walk(frames ->
        frames
            .takeWhile(frame -> isLibrary(frame.getDeclaringClass()))
            .map(CalledFunction::name)
            .filter(name -> !name.isEmpty())
            .reduce((_, outer) -> outer)
            .orElse(""));
  }

  private static boolean isLibrary(Class<?> declaring) {
    return declaring.getName().startsWith(LIBRARY)
        || declaring.getModule() == Object.class.getModule();
  }

  /** {@return what the user called by a frame: a function, a layer, or nothing that has a name} */
  private static String name(StackFrame frame) {
    var declaring = frame.getDeclaringClass();
    if (!FUNCTIONS.contains(declaring.getPackageName())
        || declaring.getSimpleName().endsWith(SHARED)) {
      return "";
    }
    var method = frame.getMethodName();
    int modifiers;
    try {
      var parameters = frame.getMethodType().parameterArray();
      modifiers = declaring.getDeclaredMethod(method, parameters).getModifiers();
    } catch (NoSuchMethodException _) {
      // A constructor: it is no function.
      return "";
    }
    if (!Modifier.isPublic(modifiers)) {
      return "";
    }
    if (Modifier.isStatic(modifiers)) {
      return method.equals("of") ? declaring.getSimpleName() : method;
    }
    boolean isLayer =
        declaring.getPackageName().equals(LAYERS) && Modifier.isPublic(declaring.getModifiers());
    return isLayer ? declaring.getSimpleName() : "";
  }

  /** {@return whether a name of JAX and one of a method are the same but for their spelling} */
  private static boolean isSame(String subject, String method) {
    return subject.replaceAll("[_-]", "").equalsIgnoreCase(method);
  }
}

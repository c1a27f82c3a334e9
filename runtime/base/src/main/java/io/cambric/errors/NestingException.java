package io.cambric.errors;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Transformations, programs, modules or pytree levels are nested too deep for the stack of the
 * thread.
 *
 * <p>The message names them, with what repeats written once. The cause is the error of the virtual
 * machine, whose stack trace shows who called whom.
 */
public final class NestingException extends CambricException {

  private static final long serialVersionUID = 1L;

  /** Fewer levels do not fill a stack: other calls between them do. */
  private static final int SHALLOW = 20;

  private final Kind kind;
  private final int depth;

  /** The kind of thing that is nested. */
  public enum Kind {
    /** Functions that are being traced. */
    TRANSFORMATIONS(
        "If a function transforms itself, end the recursion. For many equal layers, use one scan."),
    /** Programs of jit, loops and branches. */
    PROGRAMS(
        "If a function transforms itself, end the recursion. For many equal layers, use one scan."),
    /** Methods of modules that run. */
    MODULES(
        "If modules create each other without end, as when a setup creates its own module, end the recursion."),
    /** Nodes of a pytree. */
    LEVELS("If a container contains itself, remove it.");

    private final String mend;

    Kind(String mend) {
      this.mend = mend;
    }
  }

  /**
   * Makes the exception.
   *
   * @param depth how many there are
   * @param how they are nested, and where
   */
  public NestingException(Kind kind, int depth, String how, Throwable cause) {
    super(
        "%d %s are nested %s, too deep for the stack of this thread. %s Otherwise enlarge the stack, as in java -Xss16m."
            .formatted(depth, kind.name().toLowerCase(Locale.ROOT), how, kind.mend),
        cause);
    this.kind = kind;
    this.depth = depth;
  }

  /** {@return what stands inside of one another} */
  public Kind kind() {
    return kind;
  }

  /** {@return how many stand inside of one another} */
  public int depth() {
    return depth;
  }

  /** {@return whether this number of levels can have filled a stack} */
  public static boolean isDeep(int depth) {
    return depth >= SHALLOW;
  }

  /**
   * {@return the overflow that an error is or comes from; null for any other error. Linking a call
   * wraps an overflow in an error of its own.}
   */
  public static @Nullable StackOverflowError overflow(Error error) {
    for (Throwable at = error; at != null; at = at.getCause()) {
      if (at instanceof StackOverflowError overflow) {
        return overflow;
      }
    }
    return null;
  }

  /** {@return names from the outermost on, what repeats written once with a number} */
  public static String text(List<String> names, String separator) {
    return Repetition.text(names, separator);
  }
}

package io.cambric.processor.body.flow;

import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/** State of the host that differs between calls: Java's random generators, and its clocks. */
public enum HostState {
  /** {@code java.util.Random}, {@code Math.random} and their kind. */
  RANDOMNESS("number", "Take a Key as an argument, and draw from it with Random."),

  /** {@code System.nanoTime}, {@code Instant.now} and their kind. */
  CLOCK("time", "Read the clock outside, and pass the time as an argument.");

  private static final Set<String> GENERATORS =
      Set.of(
          "java.util.Random",
          "java.util.SplittableRandom",
          "java.util.concurrent.ThreadLocalRandom",
          "java.util.random.RandomGenerator",
          "java.security.SecureRandom");

  private static final Set<String> CLOCKS = Set.of("nanoTime", "currentTimeMillis");

  private final String noun;
  private final String mend;

  HostState(String noun, String mend) {
    this.noun = noun;
    this.mend = mend;
  }

  /** {@return the state that a method reads, if it is one of the JDK that does} */
  public static Optional<HostState> of(ExecutableElement method) {
    if (!(method.getEnclosingElement() instanceof TypeElement type)) {
      return Optional.empty();
    }
    var owner = type.getQualifiedName().toString();
    var name = method.getSimpleName().toString();
    boolean isRandom =
        GENERATORS.contains(owner)
            || owner.equals("java.lang.Math") && name.equals("random")
            || owner.equals("java.util.UUID") && name.equals("randomUUID")
            || owner.equals("java.util.Collections") && name.equals("shuffle");
    boolean isClock =
        owner.equals("java.lang.System") && CLOCKS.contains(name)
            || owner.startsWith("java.time.") && name.equals("now");
    return isRandom ? Optional.of(RANDOMNESS) : isClock ? Optional.of(CLOCK) : Optional.empty();
  }

  /** {@return the word for what is read} */
  public String noun() {
    return noun;
  }

  /** {@return what to do instead} */
  public String mend() {
    return mend;
  }
}

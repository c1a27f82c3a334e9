package io.cambric.transform;

/**
 * How a gradient is taken.
 *
 * @param integers whether leaves that are not floating may be differentiated, with gradient zero
 */
public record GradSpec(boolean integers) {

  /** Floating leaves only. */
  static final GradSpec DEFAULT = new GradSpec(false);

  /** {@return this with integers and bools allowed; their gradient is zeros of their own dtype} */
  public GradSpec allowInt() {
    return new GradSpec(true);
  }
}

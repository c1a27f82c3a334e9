package io.cambric.processor.read;

import java.util.Objects;
import javax.lang.model.element.Element;

/** What declares an element. */
public final class Owners {

  private Owners() {}

  /**
   * {@return what {@code element}, a type, a member or a type parameter, is declared in}
   *
   * <p>Only packages and modules may have nothing around them.
   */
  public static Element of(Element element) {
    return Objects.requireNonNull(element.getEnclosingElement());
  }
}

package io.cambric.build.facade;

import javax.lang.model.element.Element;

/** A rule of façades that an element breaks. */
final class FacadeException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final transient Element element;

  FacadeException(Element element, String message) {
    super(message);
    this.element = element;
  }

  /** {@return the element on which the compiler reports it} */
  Element element() {
    return element;
  }
}

package io.cambric.processor.check;

import io.cambric.processor.report.ElementReport;
import javax.lang.model.element.TypeElement;

/** A rule about the form of an annotated type, without which it can't be read. */
interface FormCheck {

  /**
   * Reports what is wrong.
   *
   * @return whether the type may be read
   */
  boolean check(TypeElement type, ElementReport report);
}

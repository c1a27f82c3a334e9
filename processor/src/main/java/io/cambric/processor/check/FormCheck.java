package io.cambric.processor.check;

import io.cambric.processor.report.ElementReport;
import javax.lang.model.element.TypeElement;

/** A rule about the form of an annotated type. A type that breaks the rule can't be read. */
interface FormCheck {

  /**
   * Reports the mistakes in the form of a type.
   *
   * @return whether the type may be read
   */
  boolean check(TypeElement type, ElementReport report);
}

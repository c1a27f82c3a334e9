package io.cambric.processor.check;

import io.cambric.processor.read.ModuleModel;
import io.cambric.processor.report.ElementReport;

/** A rule about a definition that has been read. */
interface ModuleCheck {

  /**
   * Reports the mistakes in a definition.
   *
   * @return the module to write, without erroneous parts that would cause further errors in the
   *     generated class
   */
  ModuleModel check(ModuleModel module, ElementReport report);
}

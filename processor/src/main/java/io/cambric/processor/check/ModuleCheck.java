package io.cambric.processor.check;

import io.cambric.processor.read.ModuleModel;
import io.cambric.processor.report.ElementReport;

/** A rule about a definition that has been read. */
interface ModuleCheck {

  /**
   * Reports what is wrong.
   *
   * @return the module as it may be written: without what was reported as an error and would make
   *     more of them in the generated class
   */
  ModuleModel check(ModuleModel module, ElementReport report);
}

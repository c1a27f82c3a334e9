package io.cambric.processor.check;

import io.cambric.processor.read.ModuleModel;
import io.cambric.processor.report.Report;

/** A rule about a definition that has been read. */
interface ModuleCheck {

  /** Reports what is wrong. */
  void check(ModuleModel module, Report report);
}

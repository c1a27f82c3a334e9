package io.cambric.io.event;

import io.cambric.io.protobuf.ProtoReader;
import io.cambric.io.protobuf.ProtoWriter;
import java.util.ArrayList;
import java.util.List;

/** Histograms as messages of Protocol Buffers. */
final class HistogramCodec {

  private static final int MIN = 1;
  private static final int MAX = 2;
  private static final int NUM = 3;
  private static final int SUM = 4;
  private static final int SUM_SQUARES = 5;
  private static final int LIMITS = 6;
  private static final int COUNTS = 7;

  private HistogramCodec() {}

  static void encode(Histogram histogram, ProtoWriter message) {
    message
        .float64UnlessZero(MIN, histogram.min())
        .float64UnlessZero(MAX, histogram.max())
        .float64UnlessZero(NUM, histogram.num())
        .float64UnlessZero(SUM, histogram.sum())
        .float64UnlessZero(SUM_SQUARES, histogram.sumSquares())
        .float64s(LIMITS, array(histogram.limits()))
        .float64s(COUNTS, array(histogram.counts()));
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  static Histogram decode(ProtoReader fields) {
    double min = 0;
    double max = 0;
    double num = 0;
    double sum = 0;
    double sumSquares = 0;
    var limits = new ArrayList<Double>();
    var counts = new ArrayList<Double>();
    while (fields.next()) {
      switch (fields.field()) {
        case MIN -> min = fields.float64();
        case MAX -> max = fields.float64();
        case NUM -> num = fields.float64();
        case SUM -> sum = fields.float64();
        case SUM_SQUARES -> sumSquares = fields.float64();
        case LIMITS -> fields.doubles(limits::add);
        case COUNTS -> fields.doubles(counts::add);
        default -> {}
      }
    }
    return new Histogram(min, max, num, sum, sumSquares, limits, counts);
  }
}
